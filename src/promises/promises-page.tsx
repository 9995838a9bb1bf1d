import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Handshake, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';

import { usePromiseChanges } from '#data/promises.ts';
import { session } from '#data/session.ts';
import { StatusMessage, ToolbarButton, useStatusMessage } from '#parts/export/toolbar-button.tsx';
import { ActionError, panelClass, PanelEmpty, PanelPending } from '#parts/panel.tsx';
import { promiseKey, useKeptPromises } from '#parts/promises/kept-promises.ts';
import { MaxLeadTimeKey } from '#parts/promises/result-date.tsx';
import type { KeptPromises } from '#stock/contract/promises.ts';
import { isOpenPromise } from '#stock/promises/open-promises.ts';
import { FindField } from '#ui/find-field.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';

import {
  findPromises,
  type ListedPromise,
  listPromises,
  type PromiseFilter,
  promiseFilters,
} from './listed-promise.ts';
import { maxShown, PromiseTable } from './promise-table.tsx';
import { PromisesExport } from './promises-export.tsx';
import classes from './promises.module.css';
import { ReportPanel } from './report-panel.tsx';

/** Dates that customers were told, and how they stand: the worst first. */
export function PromisesPage() {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { show = 'open', report, order, product, find } = useSearch({ from: '/promises' });
  const navigate = useNavigate({ from: '/promises' });
  const [said, say] = useStatusMessage();
  const { data, query } = useKeptPromises();
  const { check } = usePromiseChanges();
  const { data: person } = useQuery(session.current());
  const service = person?.service;
  const { mutate } = check;
  const present = service && `${service.today} ${service.dataVersion}`;
  // Opening the page checks what isn't current, and so do a new day and new data.
  useEffect(() => {
    if (present !== undefined) mutate(false);
  }, [mutate, present]);

  const all = useMemo(() => {
    const kept = data === undefined ? [] : listPromises(data);
    return kept.filter(
      ({ promise: { orderId, productId } }) =>
        (order === undefined || orderId === order) && (product === undefined || productId === product),
    );
  }, [data, order, product]);
  const listed = useMemo(() => findPromises(all, find), [all, find]);
  const onFind = useCallback(
    (find: string | undefined) => void navigate({ search: (before) => ({ ...before, find }), replace: true }),
    [navigate],
  );
  const only = all[0]?.promise;
  const called =
    order === undefined ? (only?.product ?? product) : [only?.customer, only?.reference].filter(Boolean).join(' · ');
  const rows = useMemo(() => listed.filter(promiseFilters[show]), [listed, show]);
  const isNarrow = useIsNarrow();
  const names: Record<PromiseFilter, string> = {
    open: t`Open`,
    worse: t`At risk`,
    past: t`Past`,
    closed: t`Closed`,
    all: t({ context: 'promises', message: 'All' }),
  };
  const noMatch: Record<PromiseFilter, string> = {
    open: t`No open promise matches`,
    worse: t`No promise at risk matches`,
    past: t`No past promise matches`,
    closed: t`No closed promise matches`,
    all: t`No promise matches the filter`,
  };
  const counts = (Object.keys(promiseFilters) as PromiseFilter[]).map((filter) => ({
    filter,
    name: names[filter],
    count: listed.filter(promiseFilters[filter]).length,
  }));

  const choices = counts.map(({ filter, name, count }) => ({
    value: filter,
    label: data === undefined ? name : `${name} (${formatCount(count)})`,
  }));
  const choose = (show: PromiseFilter) => void navigate({ search: (before) => ({ ...before, show }), replace: true });

  function checkNow() {
    const before = new Map(data?.promises.map((promise) => [promiseKey(promise), promise.since]));
    const onSuccess = ({ promises, today, failed }: KeptPromises) => {
      const open = promises.filter((promise) => isOpenPromise(promise, today));
      const moved = formatCount(open.filter((each) => before.get(promiseKey(each)) !== each.since).length);
      // Those that failed are said on the page.
      if (failed > 0) return;
      say(
        moved === '0'
          ? t`Checked. Nothing changed.`
          : t`${plural(open.length, { one: `Checked. ${moved} of # open promise moved.`, other: `Checked. ${moved} of # open promises moved.` })}`,
      );
    };
    mutate(true, { onSuccess });
  }

  return (
    <Stack gap={8}>
      <PageHeading isHidden title={t`Promises`} />
      <Group gap="8px 16px">
        <SegmentedControl
          aria-label={t`View`}
          data={[
            { value: 'list', label: t`Promises` },
            { value: 'report', label: t`Report` },
          ]}
          value={report === undefined ? 'list' : 'report'}
          onChange={(view) =>
            void navigate({ search: (before) => ({ ...before, report: view === 'report' ? 'week' : undefined }) })
          }
        />
        {report === undefined &&
          (data === undefined || all.length > 0) &&
          (isNarrow ? (
            <NativeSelect
              aria-label={t`Promises shown`}
              className={classes.choice}
              data={choices}
              value={show}
              onChange={({ currentTarget: { value } }) => choose(value as PromiseFilter)}
            />
          ) : (
            <SegmentedControl
              aria-label={t`Promises shown`}
              withItemsBorders={false}
              data={choices}
              value={show}
              onChange={choose}
            />
          ))}
        {report === undefined && all.length > 0 && data !== undefined && (
          <Group gap={8} className={classes.tools}>
            <FindField
              label={t`Filter promises`}
              placeholder={t`Filter`}
              text={find ?? ''}
              onFind={onFind}
              className={classes.find}
            />
            <ToolbarButton Icon={RefreshCw} title={t`Check now`} loading={check.isPending} onClick={checkNow}>
              <Trans>Check now</Trans>
            </ToolbarButton>
            <PromisesExport
              rows={rows}
              counts={counts}
              retrievedAt={data.at}
              filter={[names[show], find].filter(Boolean).join(', ')}
            />
          </Group>
        )}
      </Group>
      {(order ?? product) !== undefined && report === undefined && (
        <Text fz={14}>
          {called === '' ? <Trans>Promises of one order</Trans> : <Trans>Promises of {called}</Trans>} ·{' '}
          <Link to="/promises" search={{ show }}>
            {order === undefined ? <Trans>Show all promises</Trans> : <Trans>Show promises of all orders</Trans>}
          </Link>
        </Text>
      )}
      {data !== undefined && <ActionError error={check.error} />}
      {check.data !== undefined && check.data.failed > 0 && (
        <Text component="output" fz={14}>
          <Plural
            value={check.data.failed}
            one="# promise couldn't be checked. It shows its last result."
            other="# promises couldn't be checked. They show their last results."
          />
        </Text>
      )}
      {data !== undefined && data.unreadable > 0 && (
        <Text component="output" fz={14}>
          <Plural
            value={data.unreadable}
            one="# promise can't be read, so it isn't checked. Ask your administrator to restore the previous SESSION_SECRET, or a backup."
            other="# promises can't be read, so they aren't checked. Ask your administrator to restore the previous SESSION_SECRET, or a backup."
          />
        </Text>
      )}
      {report !== undefined && data !== undefined ? (
        <ReportPanel data={data} by={report} />
      ) : (
        <div className={panelClass}>
          {data === undefined ? (
            <PanelPending query={query} lines={8} />
          ) : all.length > 0 ? (
            <Stack gap={4}>
              {rows.length > 0 && <Notes show={show} rows={rows} />}
              <PromiseTable
                rows={rows}
                empty={
                  find === undefined || listed.length === 0 ? (
                    <PanelEmpty
                      icon={Handshake}
                      title={find === undefined ? t`No promise with this status` : t`No promise matches the filter`}
                    >
                      <Link to="/promises" search={{ order, product, show: 'all' }}>
                        <Trans>Show all promises</Trans>
                      </Link>
                    </PanelEmpty>
                  ) : (
                    <PanelEmpty icon={Handshake} title={noMatch[show]}>
                      <Group gap="4px 16px" justify="center">
                        {choices
                          .filter(({ value }, at) => value !== 'all' && (counts[at]?.count ?? 0) > 0)
                          .map(({ value, label }) => (
                            <Link key={value} to="/promises" search={{ order, product, find, show: value }}>
                              {label}
                            </Link>
                          ))}
                      </Group>
                    </PanelEmpty>
                  )
                }
              />
              {rows.length > maxShown && (
                <Text fz={14} c="dimmed" mt={8}>
                  <Trans>
                    The first {formatCount(maxShown)} of {formatCount(rows.length)} promises. An export has all of them.
                  </Trans>
                </Text>
              )}
            </Stack>
          ) : (
            <PanelEmpty icon={Handshake} title={t`No promises yet`}>
              <Text inherit>
                <Trans>
                  Copy a result for a customer and keep it as a promise. Here you see whether its date holds.
                </Trans>
              </Text>
              <Link to="/">
                <Trans>Check availability</Trans>
              </Link>
            </PanelEmpty>
          )}
        </div>
      )}
      <StatusMessage>{said}</StatusMessage>
    </Stack>
  );
}

/** How the promises shown are checked, and what marks their dates. On a phone below the rows. */
function Notes({ show, rows }: { show: PromiseFilter; rows: readonly ListedPromise[] }) {
  return (
    <Group gap="0 24px" className={classes.notes}>
      {show !== 'closed' && (
        <Text fz={13} lh="20px" c="dimmed">
          {show === 'past' ? (
            <Trans>No longer checked. Close them as ordered, shipped or cancelled.</Trans>
          ) : (
            <Trans>
              Lines that were told together share their stock in that order. Others are checked each by itself.
            </Trans>
          )}
        </Text>
      )}
      <MaxLeadTimeKey results={rows.flatMap(({ promise, now }) => [promise.promised, now])} />
    </Group>
  );
}
