import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text, type TextProps, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { TriangleAlert, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { describeError, type ErrorDescription } from '#data/describe-error.ts';

import classes from './panel.module.css';

/** The surface of a section that needs no title: the only one of a page that is named. */
export const panelClass = classes['panel'];

interface PanelProps {
  title: string;
  /** Content at the end of the title line, such as an age or a button. */
  aside?: ReactNode;
  /** One muted line below the title. */
  description?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page, as a surface with a hairline border. */
export function Panel({ title, aside, description, children }: PanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes['panel']}>
      <Group
        component="header"
        gap="4px 16px"
        align="baseline"
        justify="space-between"
        mb={8}
        className={classes['head']}
      >
        <Title order={2} id={titleId} fz={16} lh="24px" fw={600}>
          {title}
        </Title>
        {aside}
        {description && (
          <Text flex="1 0 100%" c="dimmed" fz={14} lh="20px">
            {description}
          </Text>
        )}
      </Group>
      {children}
    </section>
  );
}

interface PanelWaitingProps {
  /** Approximate number of text lines of the loaded panel. */
  lines?: number;
  /** Height of a single block in pixels, instead of lines: a chart, a large figure. */
  height?: number;
}

/** Placeholder of a panel that is loading. */
export function PanelWaiting({ lines = 3, height }: PanelWaitingProps) {
  const { t } = useLingui();
  return (
    <Stack component="output" gap={12} aria-label={t`Loading`}>
      {height === undefined ? (
        Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} component="span" height={14} width={`${92 - ((line * 17) % 40)}%`} radius="sm" />
        ))
      ) : (
        <Skeleton component="span" height={height} radius="md" />
      )}
    </Stack>
  );
}

/** Style of a centered state that replaces the panel's content. */
const state = { gap: 8, align: 'center', maw: '36rem', mx: 'auto', px: 8, py: 24, ta: 'center' } as const;

interface PanelEmptyProps {
  icon?: LucideIcon;
  title: string;
  /** What to do next, with an example. */
  children?: ReactNode;
}

/** A panel without content yet, with instructions. */
export function PanelEmpty({ icon: Icon, title, children }: PanelEmptyProps) {
  return (
    <Stack {...state} tabIndex={-1} data-focus-heir>
      {Icon && <Icon aria-hidden size={28} strokeWidth={1.5} color="var(--sh-muted)" />}
      <Text fz={16} lh="24px" fw={600}>
        {title}
      </Text>
      {children && <div className={classes['detail']}>{children}</div>}
    </Stack>
  );
}

interface PanelErrorProps {
  error: unknown;
  onRetry?: () => void;
  /** Another action, such as using the maximum available quantity. */
  children?: ReactNode;
}

/** A panel that failed to load: message, retry if it can help, and request ID. */
export function PanelError({ error, onRetry, children }: PanelErrorProps) {
  const { i18n } = useLingui();
  const { title, detail, canRetry, ...label } = describeError(error, i18n);
  return (
    <Stack {...state} role="alert">
      <TriangleAlert aria-hidden size={28} strokeWidth={1.5} color="var(--sh-late)" />
      <Text fz={16} lh="24px" fw={600}>
        {title}
      </Text>
      <p className={classes['detail']}>{detail}</p>
      {children}
      {canRetry && onRetry && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <ErrorLabel {...label} />
    </Stack>
  );
}

interface PanelPendingProps extends PanelWaitingProps {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
}

/** A panel whose query has no data: it is loading, or failed. */
export function PanelPending({ query: { error, refetch }, ...waiting }: PanelPendingProps) {
  return error === null ? <PanelWaiting {...waiting} /> : <PanelError error={error} onRetry={() => void refetch()} />;
}

/** Why an action failed, beside its button; nothing without an error. */
export function ActionError({ error, ...place }: { error: unknown } & Pick<TextProps, 'flex'>) {
  const { i18n } = useLingui();
  if (!error) return null;
  return (
    <Text role="alert" fz={14} c="var(--sh-late)" {...place}>
      {describeError(error, i18n).detail}
    </Text>
  );
}

/** Technical details for support: HTTP status and request IDs, if available. */
export function ErrorLabel(props: Pick<ErrorDescription, 'status' | 'requestId' | 'upstreamRequestId'>) {
  const { status, requestId, upstreamRequestId } = props;
  if (status === null && requestId === null) return null;
  return (
    <Group gap="2px 12px" justify="center" c="dimmed" fz={13} className={classes['technical']}>
      <b>
        <Trans>Technical details</Trans>
      </b>
      {status !== null && <span>HTTP {status}</span>}
      {requestId !== null && (
        <span>
          <Trans>
            Request ID <code>{requestId}</code>
          </Trans>
        </span>
      )}
      {upstreamRequestId !== null && (
        <span>
          <Trans>
            service ID <code>{upstreamRequestId}</code>
          </Trans>
        </span>
      )}
    </Group>
  );
}
