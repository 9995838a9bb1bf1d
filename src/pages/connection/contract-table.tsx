import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Fragment, useId, useState } from 'react';

import type { ContractRequirement } from '#contract/contract-check.ts';

import classes from './contract-table.module.css';
import { RequirementDetail } from './requirement-detail.tsx';
import { ResultMark } from './result-mark.tsx';

/**
 * The requirements with their results. What is broken shows why at once; the rest on request, where there is
 * something to say.
 */
export function ContractTable({ requirements }: { requirements: readonly ContractRequirement[] }) {
  const { t } = useLingui();
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const turn = (id: string) =>
    setTurned((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  return (
    <table aria-label={t`Contract check`} className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Section</Trans>
          </th>
          <th scope="col">
            <Trans>Requirement</Trans>
          </th>
          <th scope="col">
            <Trans>Result</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {requirements.map((requirement) => (
          <Row
            key={requirement.id}
            requirement={requirement}
            isOpen={turned.has(requirement.id) !== (requirement.result === 'broken')}
            onTurn={() => turn(requirement.id)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  requirement: ContractRequirement;
  isOpen: boolean;
  onTurn: () => void;
}

function Row({ requirement, isOpen, onTurn }: RowProps) {
  const detailId = useId();
  const { section, sentence, result, findings, observed } = requirement;
  const hasDetail = findings.length > 0 || observed !== null;
  return (
    <Fragment>
      <tr data-result={result} data-open={(hasDetail && isOpen) || undefined}>
        <td className={classes.section}>{section}</td>
        <td className={classes.sentence}>
          {hasDetail ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={detailId}
              className={classes.turn}
              onClick={onTurn}
            >
              <ChevronRight aria-hidden size={16} />
              <span lang="en">{sentence}</span>
            </button>
          ) : (
            <span lang="en" className={classes.plain}>
              {sentence}
            </span>
          )}
        </td>
        <td className={classes.result}>
          <ResultMark result={result} />
        </td>
      </tr>
      {hasDetail && isOpen && (
        <tr id={detailId} className={classes.detail}>
          <td colSpan={3}>
            <RequirementDetail requirement={requirement} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}
