import '@mantine/core/styles/Pagination.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Pagination, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import classes from './pages-nav.module.css';

interface PagesNavProps {
  page: number;
  /** Null if not known yet. */
  pageCount: number | null;
  onPage: (page: number) => void;
  /** Called when the pointer enters the button of a page, to prefetch it. */
  onIntent: (page: number) => void;
}

/** Pagination: current page, buttons for the pages beside it, and a field for any other. */
export function PagesNav({ page, pageCount, onPage, onIntent }: PagesNavProps) {
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
          <Pagination.Previous {...step(t`Previous page`, page - 1)} />
          <Text span miw="7.5em" px={6} fz={14} ta="center" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <PagePosition page={page} pageCount={pageCount === null ? null : last} />
          </Text>
          <Pagination.Next {...step(t`Next page`, page + 1)} />
          {last > 2 && <GoToPage pageCount={last} onPage={onPage} />}
        </Group>
      </Pagination.Root>
    </Group>
  );
}

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

/** Opens a page by number. A number past the end is accepted; the last page then opens, with a note. */
function GoToPage({ pageCount, onPage }: { pageCount: number; onPage: (page: number) => void }) {
  const { t } = useLingui();
  const most = String(pageCount);
  const form = useForm({
    initialValues: { page: '' },
    validate: { page: (text) => (/^0*[1-9]\d{0,8}$/.test(text.trim()) ? null : t`Enter a page from 1 to ${most}.`) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ page }) => {
        form.reset();
        onPage(Number(page));
      })}
    >
      <TextInput
        {...form.getInputProps('page')}
        aria-label={t`Go to page`}
        placeholder={t`Page`}
        title={t`Enter a page from 1 to ${most}`}
        inputMode="numeric"
        autoComplete="off"
        errorProps={{ role: 'alert' }}
        w="6.5em"
        ms={8}
      />
    </form>
  );
}
