import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Bell, CheckCheck } from 'lucide-react';

import { notifications, useNotificationChanges } from '#data/notifications.ts';
import { useServiceDay } from '#data/session.ts';
import { Panel, PanelEmpty, PanelPending } from '#parts/panel.tsx';
import { useKeptPromises } from '#parts/promises/kept-promises.ts';
import { type CalendarDate, todayIn } from '#stock/calendar-date.ts';
import type { Notifications } from '#stock/contract/notifications.ts';
import { worseFirst } from '#stock/notifications/change-kind.ts';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { MailPanel } from './mail-panel.tsx';
import { NotificationRow } from './notification-row.tsx';
import { WatchesPanel } from './watches-panel.tsx';

/** What changed of promises and watches by day or, as the address's hash, what is watched; and how the user is told. */
export function NotificationsPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  return (
    <Stack gap={8}>
      <PageHeading isHidden title={t`Notifications`} />
      <Group>
        <SegmentedControl
          aria-label={t`View`}
          data={[
            { value: '', label: t`Notifications` },
            { value: 'watches', label: t`Watches` },
          ]}
          value={hash === 'watches' ? hash : ''}
          onChange={(view) => void navigate({ to: '/notifications', hash: view })}
        />
      </Group>
      {hash === 'watches' ? <WatchesPanel /> : <NotificationsPanel />}
      <MailPanel />
    </Stack>
  );
}

function NotificationsPanel() {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const query = useQuery(notifications.all());
  const { read } = useNotificationChanges();
  const { data } = query;
  return (
    <Panel
      title={t`Notifications`}
      aside={
        data !== undefined &&
        data.unread > 0 && (
          <Button
            variant="default"
            leftSection={<CheckCheck aria-hidden size={16} />}
            loading={read.isPending}
            onClick={() => read.mutate()}
          >
            <Trans>Mark all read</Trans>
          </Button>
        )
      }
    >
      {data === undefined ? (
        <PanelPending query={query} lines={8} />
      ) : data.notifications.length === 0 ? (
        <PanelEmpty icon={Bell} title={t`No notifications yet`}>
          <Text inherit>
            <Trans>Here you see when a promised date moves, or a watched product changes.</Trans>
          </Text>
          <Link to="/">
            <Trans>Check availability</Trans>
          </Link>
        </PanelEmpty>
      ) : (
        <>
          <Days data={data} />
          {data.all > data.notifications.length && (
            <Text fz={14} c="dimmed" mt={8}>
              <Trans>
                The latest {formatCount(data.notifications.length)} of {formatCount(data.all)} notifications.
              </Trans>
            </Text>
          )}
        </>
      )}
    </Panel>
  );
}

/** Notifications under the service's date of each, what got worse first. */
function Days({ data }: { data: Notifications }) {
  const { formatDate } = useLocale();
  const { timeZone } = useServiceDay();
  // Promises are listed with their customers, whom the server doesn't store in notifications.
  const { data: kept } = useKeptPromises();
  const customers = new Map(kept?.promises.map(({ letterId, customer }) => [letterId, customer]));
  const days = new Map<CalendarDate, Notifications['notifications']>();
  for (const notification of data.notifications) {
    const day = todayIn(timeZone, new Date(notification.at));
    const others = days.get(day);
    if (others === undefined) days.set(day, [notification]);
    else others.push(notification);
  }
  return [...days].map(([day, told]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <Box component="h3" id={`day-${day}`} m="12px 0 4px" c="dimmed" fz={13} fw={600}>
        <time dateTime={day}>{formatDate(day, 'weekday')}</time>
      </Box>
      <ul style={{ listStyle: 'none' }}>
        {worseFirst(told, ({ content }) => content).map((notification) => (
          <NotificationRow key={notification.id} {...{ notification, customers }} held={data.held} />
        ))}
      </ul>
    </section>
  ));
}
