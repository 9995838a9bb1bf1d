import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';

import {
  type ContractCheck,
  type ContractResult,
  contractResults,
  countResults,
  sawSomething,
} from '#contract/contract-check.ts';

import classes from './contract-report.module.css';
import { ContractTable, useResultWords } from './contract-table.tsx';
import { CopyReport } from './copy-report.tsx';

interface ContractReportProps {
  check: ContractCheck;
  result: ContractResult | null;
  onResult: (result: ContractResult | null) => void;
}

/** The report of a check: its summary, a filter by result, and the requirements. */
export function ContractReport({ check, result, onResult }: ContractReportProps) {
  return (
    <div className={classes.report}>
      {check.stopped && (
        <p role="alert" className={classes.stopped}>
          <TriangleAlert aria-hidden size={18} />
          <span>
            <Trans>
              The check ended early. <span lang="en">{check.stopped.sentence}</span>
            </Trans>
          </span>
        </p>
      )}
      {sawSomething(check) && <Judged check={check} result={result} onResult={onResult} />}
    </div>
  );
}

function Judged({ check, result, onResult }: ContractReportProps) {
  const { t } = useLingui();
  const words = useResultWords();
  const counts = countResults(check);
  return (
    <>
      <output className={classes.summary} data-broken={counts.broken > 0 || undefined}>
        <b>
          {counts.broken > 0 ? (
            <Plural value={counts.broken} one="# requirement is broken" other="# requirements are broken" />
          ) : check.stopped ? (
            <Trans>Nothing is broken as far as it was checked</Trans>
          ) : (
            <Trans>Nothing is broken</Trans>
          )}
        </b>
        {': '}
        <Trans>
          {counts.met} met, {counts.broken} broken, {counts['not-shown']} not shown by the specification,{' '}
          {counts['not-tried']} not tried, by {check.requests} requests.
        </Trans>
      </output>
      <div className={classes.bar}>
        <fieldset className={classes.filters}>
          <legend className={classes.legend}>
            <Trans>Show</Trans>
          </legend>
          <Filter
            isOn={result === null}
            onClick={() => onResult(null)}
            name={t`All`}
            count={check.requirements.length}
          />
          {contractResults
            .filter((each) => counts[each] > 0 || each === result)
            .map((each) => (
              <Filter
                key={each}
                isOn={result === each}
                onClick={() => onResult(each)}
                name={words[each]}
                count={counts[each]}
              />
            ))}
        </fieldset>
        <CopyReport check={check} />
      </div>
      <ContractTable key={check.checkedAt} check={check} result={result} />
    </>
  );
}

function Filter({ isOn, onClick, name, count }: { isOn: boolean; onClick: () => void; name: string; count: number }) {
  return (
    <button type="button" aria-pressed={isOn} className={classes.filter} onClick={onClick}>
      {name} <span className={classes.count}>{count}</span>
    </button>
  );
}
