import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { CircleCheck, CircleHelp, CircleMinus, CircleX, ChevronRight, type LucideIcon } from 'lucide-react';

import type { ApiCheck, ApiCheckRequirement, ApiCheckResult } from '#stock/contract/api-check.ts';
import { DataTable, dataColumns, useDataTable } from '#ui/data-table.tsx';

import classes from './api-check-table.module.css';
import { checkWords } from './api-check-words.ts';
import { Fact, Facts } from './facts.tsx';

const column = dataColumns<ApiCheckRequirement>();

const columns = column.columns([
  column.accessor('section', { header: () => <Trans>Section</Trans> }),
  column.accessor('sentence', {
    header: () => <Trans>Requirement</Trans>,
    cell: ({ row }) => {
      const sentence = <RequirementText requirement={row.original} />;
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
export function ApiCheckTable({ check: { requirements } }: { check: ApiCheck }) {
  const { t } = useLingui();
  const table = useDataTable({
    columns,
    data: requirements,
    enableSorting: false,
    getRowId: ({ id }) => id,
    getRowCanExpand: ({ original: { findings, observed } }) => findings.length > 0 || observed !== null,
    initialState: {
      expanded: Object.fromEntries(
        requirements.filter(({ result }) => result === 'failed').map(({ id }) => [id, true]),
      ),
    },
  });
  return (
    <DataTable
      table={table}
      label={t`API check`}
      hasCards
      className={classes.requirements}
      renderDetail={(requirement) => <Detail requirement={requirement} />}
    />
  );
}

function useResultWords(): Record<ApiCheckResult, string> {
  const { t } = useLingui();
  return {
    passed: t`Passed`,
    failed: t`Failed`,
    'not-specified': t`Not specified`,
    'not-tested': t`Not tested`,
  };
}

const icons: Record<ApiCheckResult, LucideIcon> = {
  passed: CircleCheck,
  failed: CircleX,
  'not-specified': CircleHelp,
  'not-tested': CircleMinus,
};

const colors: Record<ApiCheckResult, string> = {
  passed: 'var(--sh-in-stock)',
  failed: 'var(--sh-late)',
  'not-specified': 'dimmed',
  'not-tested': 'dimmed',
};

/** A result shown by icon, words and color. */
function ResultMark({ result }: { result: ApiCheckResult }) {
  const words = useResultWords();
  const Icon = icons[result];
  return (
    <Group gap="0 6px" miw={92} c={colors[result]} fw={result === 'failed' ? 600 : undefined}>
      <Icon aria-hidden size={18} strokeWidth={2} style={{ flex: 'none' }} />
      {words[result]}
    </Group>
  );
}

function RequirementText({ requirement }: { requirement: ApiCheckRequirement }) {
  const { i18n } = useLingui();
  return <span style={{ overflowWrap: 'anywhere' }}>{checkWords(requirement.sentence, i18n)}</span>;
}

/** Findings of a requirement, one per request, and what was observed. */
function Detail({ requirement: { findings, observed } }: { requirement: ApiCheckRequirement }) {
  const { t, i18n } = useLingui();
  const received = observed === null ? null : checkWords(observed, i18n);
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
            <Fact name={t`Expected`}>{checkWords(expected, i18n)}</Fact>
            <Fact name={t`Received`}>
              <code>{checkWords(got, i18n)}</code>
            </Fact>
          </Facts>
        </Box>
      ))}
      {received !== null && (
        <Text inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Trans>Received: {received}</Trans>
        </Text>
      )}
    </Stack>
  );
}
