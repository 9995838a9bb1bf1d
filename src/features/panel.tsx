import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { describeError, type ErrorDescription } from '#api/describe-error.ts';

import classes from './panel.module.css';

interface PanelProps {
  title: string;
  /** Stands at the end of the title's line: an age, a button. */
  aside?: ReactNode;
  /** One muted line beneath the title. */
  description?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page: one level of surface with a hairline, a region named by its title. */
export function Panel({ title, aside, description, children }: PanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes['panel']}>
      <Group
        component="header"
        gap="4px 16px"
        align="baseline"
        justify="space-between"
        mb={16}
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
  /** How many lines of text the panel will hold, about. */
  lines?: number;
  /** The height of one block in pixels instead of lines: a chart, a large figure. */
  height?: number;
}

/** A panel whose data is on the way: its shape, without its content. */
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

/** What stands in the middle of a panel in place of its content. */
const state = { gap: 8, align: 'center', maw: '36rem', mx: 'auto', px: 8, py: 24, ta: 'center' } as const;

interface PanelEmptyProps {
  icon?: LucideIcon;
  title: string;
  /** What to do next, with an example to try. */
  children?: ReactNode;
}

/** A panel that has nothing to show yet, and says how to change that. */
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
  /** A further way on, such as the largest quantity that can be had. */
  children?: ReactNode;
}

/** A panel that could not be filled: one sentence, a retry where it can help, and the request id to quote. */
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

/** By what those who look into a failure find it: HTTP's status and the request ids, as far as there are any. */
export function ErrorLabel(props: Pick<ErrorDescription, 'status' | 'requestId' | 'upstreamRequestId'>) {
  const { status, requestId, upstreamRequestId } = props;
  if (status === null && requestId === null) return null;
  return (
    <div className={classes['technical']}>
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
    </div>
  );
}
