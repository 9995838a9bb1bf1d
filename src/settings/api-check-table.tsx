import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { CircleCheck, CircleHelp, CircleMinus, CircleX, ChevronRight, type LucideIcon } from 'lucide-react';
import { useMemo } from 'react';

import type { ContractCheck, ContractRequirement, ContractResult } from '#stock/contract/api-check.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';

import { Fact, Facts } from './facts.tsx';

const column = dataColumns<ContractRequirement>();

const columns = column.columns([
  column.accessor('section', { header: () => <Trans>Section</Trans> }),
  column.accessor('sentence', {
    header: () => <Trans>Requirement</Trans>,
    cell: ({ row }) => {
      const sentence = (
        <span lang="en" style={{ overflowWrap: 'anywhere' }}>
          {row.original.sentence}
        </span>
      );
      if (!row.getCanExpand()) return sentence;
      const isOpen = row.getIsExpanded();
      return (
        <UnstyledButton fz="inherit" lh="inherit" aria-expanded={isOpen} onClick={row.getToggleExpandedHandler()}>
          {sentence} <ChevronRight aria-hidden size={14} style={{ rotate: isOpen ? '90deg' : undefined }} />
        </UnstyledButton>
      );
    },
  }),
  column.accessor('result', {
    header: () => <Trans>Result</Trans>,
    cell: ({ row }) => <ResultMark result={row.original.result} />,
  }),
]);

/**
 * Requirements and results in the order of the specification. Failed ones are expanded; others can be if they have
 * details.
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
      label={t`API check`}
      renderDetail={(requirement) => <Detail requirement={requirement} />}
      empty={<Trans>No requirements with this result.</Trans>}
    />
  );
}

export function useResultWords(): Record<ContractResult, string> {
  const { t } = useLingui();
  return {
    met: t`Passed`,
    broken: t`Failed`,
    'not-shown': t`Not specified`,
    'not-tried': t`Not tested`,
  };
}

const icons: Record<ContractResult, LucideIcon> = {
  met: CircleCheck,
  broken: CircleX,
  'not-shown': CircleHelp,
  'not-tried': CircleMinus,
};

const colors: Record<ContractResult, string> = {
  met: 'var(--sh-in-stock)',
  broken: 'var(--sh-late)',
  'not-shown': 'dimmed',
  'not-tried': 'dimmed',
};

/** A result shown by icon, words and color. */
function ResultMark({ result }: { result: ContractResult }) {
  const words = useResultWords();
  const Icon = icons[result];
  return (
    <Group gap="0 6px" miw={92} c={colors[result]} fw={result === 'broken' ? 600 : undefined}>
      <Icon aria-hidden size={18} strokeWidth={2} style={{ flex: 'none' }} />
      {words[result]}
    </Group>
  );
}

/** Findings of a requirement, one per request, and what was observed. The specification's language is English. */
function Detail({ requirement: { findings, observed } }: { requirement: ContractRequirement }) {
  const { t } = useLingui();
  return (
    <Stack gap={10}>
      {findings.map(({ request, path, expected, got }) => (
        <Box key={`${request} ${path}`} bg="var(--sh-late-bg)" p={12} bdrs={8}>
          <Facts>
            <Fact name={t`Request`}>
              <code>{request}</code>
            </Fact>
            <Fact name={t`Field`}>
              <code>{path}</code>
            </Fact>
            <Fact name={t`Expected`}>
              <span lang="en">{expected}</span>
            </Fact>
            <Fact name={t`Received`}>
              <code>{got}</code>
            </Fact>
          </Facts>
        </Box>
      ))}
      {observed !== null && (
        <Text inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            Received: <span lang="en">{observed}</span>
          </Trans>
        </Text>
      )}
    </Stack>
  );
}
