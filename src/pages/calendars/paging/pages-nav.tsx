import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useId } from 'react';

import { GoToPage } from './go-to-page.tsx';
import { pageSizes, type PageSize } from './page-sizes.ts';
import classes from './pages-nav.module.css';

interface PagesNavProps {
  page: number;
  /** Null while it is not known. */
  pageCount: number | null;
  pageSize: PageSize;
  onPage: (page: number) => void;
  onPageSize: (size: PageSize) => void;
  /** A page is about to be wanted: the pointer rests on its button. */
  onIntent: (page: number) => void;
}

/** Which page of the products is on screen, and the ways to the others. */
export function PagesNav({ page, pageCount, pageSize, onPage, onPageSize, onIntent }: PagesNavProps) {
  const { t } = useLingui();
  const sizeId = useId();
  const last = pageCount ?? page;
  const step = (label: string, Icon: LucideIcon, to: number) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Focus stays where it is when an end is reached.
      aria-disabled={to === page || to < 1 || to > last}
      className={classes.step}
      onPointerEnter={() => to >= 1 && to <= last && onIntent(to)}
      onClick={() => to !== page && to >= 1 && to <= last && onPage(to)}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
  return (
    <div className={classes.bar}>
      <nav aria-label={t`Pages`} className={classes.pages}>
        {step(t`First page`, ChevronFirst, 1)}
        {step(t`Previous page`, ChevronLeft, page - 1)}
        <span className={classes.where}>
          {pageCount === null ? <Trans>Page {String(page)}</Trans> : <Where page={page} pageCount={last} />}
        </span>
        {step(t`Next page`, ChevronRight, page + 1)}
        {step(t`Last page`, ChevronLast, Math.max(last, 1))}
        {last > 2 && <GoToPage pageCount={last} onPage={onPage} />}
      </nav>
      <div className={classes.size}>
        {/* Around the choice, a label would be read with all of its options. */}
        <label htmlFor={sizeId}>
          <Trans>Products per page</Trans>
        </label>
        <select
          id={sizeId}
          value={pageSize}
          onChange={(event) => {
            const size = pageSizes.find((each) => String(each) === event.currentTarget.value);
            if (size) onPageSize(size);
          }}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** Page numbers are names, as in the address: no thousands separator. */
function Where(props: { page: number; pageCount: number }) {
  const page = String(props.page);
  const pageCount = String(props.pageCount);
  return (
    <Trans>
      Page {page} of {pageCount}
    </Trans>
  );
}
