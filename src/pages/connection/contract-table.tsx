import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleHelp, CircleMinus, CircleX, ChevronRight, type LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';

import type { ContractCheck, ContractRequirement, ContractResult } from '#contract/contract-check.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';

import classes from './contract-check.module.css';

const column = dataColumns<ContractRequirement>();

const columns = column.columns([
  column.accessor('section', { header: () => <Trans>Section</Trans> }),
  column.accessor('sentence', {
    header: () => <Trans>Requirement</Trans>,
    cell: ({ row }) =>
      row.getCanExpand() ? (
        <button
          type="button"
          aria-expanded={row.getIsExpanded()}
          className={classes.turn}
          onClick={row.getToggleExpandedHandler()}
        >
          <ChevronRight aria-hidden size={16} />
          <span lang="en">{row.original.sentence}</span>
        </button>
      ) : (
        <span lang="en" className={classes.plain}>
          {row.original.sentence}
        </span>
      ),
  }),
  column.accessor('result', {
    header: () => <Trans>Result</Trans>,
    cell: ({ row }) => <ResultMark result={row.original.result} />,
  }),
]);

/**
 * The requirements with their results, in the order of the specification. What is broken shows why at once; the rest
 * on request, where there is something to say.
 */
export function ContractTable({ check, result }: { check: ContractCheck; result: ContractResult | null }) {
  const { t } = useLingui();
  const requirements = useMemo(
    () => check.requirements.filter((requirement) => result === null || requirement.result === result),
    [check, result],
  );
  const table = useDataTable({
    columns,
    data: requirements,
    enableSorting: false,
    getRowId: ({ id }) => id,
    getRowCanExpand: ({ original: { findings, observed } }) => findings.length > 0 || observed !== null,
    initialState: {
      expanded: Object.fromEntries(
        check.requirements.filter(({ result }) => result === 'broken').map(({ id }) => [id, true]),
      ),
    },
  });
  return (
    <DataTable
      table={table}
      label={t`Contract check`}
      className={classes.table ?? ''}
      renderDetail={(requirement) => <Detail requirement={requirement} />}
      empty={<Trans>No requirement came out so.</Trans>}
    />
  );
}

/** What each result of a contract check is called. */
export function useResultWords(): Record<ContractResult, string> {
  const { t } = useLingui();
  return {
    met: t`Met`,
    broken: t`Broken`,
    'not-shown': t`Not shown by the specification`,
    'not-tried': t`Not tried`,
  };
}

const icons: Record<ContractResult, LucideIcon> = {
  met: CircleCheck,
  broken: CircleX,
  'not-shown': CircleHelp,
  'not-tried': CircleMinus,
};

/** A result by icon, word and colour. */
function ResultMark({ result }: { result: ContractResult }) {
  const words = useResultWords();
  const Icon = icons[result];
  return (
    <span className={classes.mark} data-result={result}>
      <Icon aria-hidden size={18} strokeWidth={2} />
      {words[result]}
    </span>
  );
}

/** What breaks a requirement, request by request; or what was observed. The specification's language is English. */
function Detail({ requirement: { findings, observed } }: { requirement: ContractRequirement }) {
  const { t } = useLingui();
  return (
    <div className={classes.detail}>
      {findings.map(({ request, path, expected, got }) => (
        <dl key={`${request} ${path}`} className={classes.finding}>
          <Line name={t`Request`}>
            <code>{request}</code>
          </Line>
          <Line name={t`Where`}>
            <code>{path}</code>
          </Line>
          <Line name={t`Expected`}>
            <span lang="en">{expected}</span>
          </Line>
          <Line name={t`Got`}>
            <code className={classes.got}>{got}</code>
          </Line>
        </dl>
      ))}
      {observed !== null && (
        <p className={classes.observed}>
          <Trans>
            Observed: <span lang="en">{observed}</span>
          </Trans>
        </p>
      )}
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
