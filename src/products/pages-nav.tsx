import '@mantine/core/styles/Pagination.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Pagination, Text } from '@mantine/core';
import { memo } from 'react';

import classes from './pages-nav.module.css';

interface PagesNavProps {
  page: number;
  /** Null if not known yet. */
  pageCount: number | null;
  onPage: (page: number) => void;
  /** Called when the pointer enters the button of a page, to prefetch it. */
  onIntent: (page: number) => void;
}

/**
 * Pagination: current page, and buttons for the first and last page and those beside it. Memoized, because Mantine's
 * controls are slow to render.
 */
export const PagesNav = memo(function PagesNav({ page, pageCount, onPage, onIntent }: PagesNavProps) {
  const { t } = useLingui();
  const last = Math.max(pageCount ?? page, 1);
  const step = (label: string, to: number) => {
    const isOpen = to >= 1 && to <= last && to !== page;
    return {
      'aria-label': label,
      title: label,
      // Only aria-disabled on the first and last page: a disabled button would lose the focus.
      disabled: false,
      'aria-disabled': !isOpen,
      onPointerEnter: () => isOpen && onIntent(to),
    };
  };
  return (
    <Group gap={8} className={classes.pages}>
      <Pagination.Root
        component="nav"
        aria-label={t`Pages`}
        total={last}
        value={Math.min(page, last)}
        onChange={(next) => next !== page && onPage(next)}
        classNames={{ control: classes.step }}
      >
        <Group gap={4}>
          <Pagination.First {...step(t`First page`, 1)} />
          <Pagination.Previous {...step(t`Previous page`, page - 1)} />
          <Text span miw="7.5em" px={6} fz={14} ta="center" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <PagePosition page={page} pageCount={pageCount === null ? null : last} />
          </Text>
          <Pagination.Next {...step(t`Next page`, page + 1)} />
          <Pagination.Last {...step(t`Last page`, last)} />
        </Group>
      </Pagination.Root>
    </Group>
  );
});

/** The current page. Page numbers have no thousands separators, as in the URL. */
function PagePosition(props: { page: number; pageCount: number | null }) {
  const page = String(props.page);
  const pageCount = String(props.pageCount);
  if (props.pageCount === null) return <Trans>Page {page}</Trans>;
  return (
    <Trans>
      Page {page} of {pageCount}
    </Trans>
  );
}
