import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';

import { describeError } from '#data/describe-error.ts';
import { usePromiseChanges } from '#data/promises.ts';
import { LinkButton } from '#ui/link-button.tsx';

import type { Told } from '#parts/export/copy-to-clipboard.ts';

/** Maximum length of customer and reference. */
const maxLength = 80;
/** As high as the buttons beside them. */
const inputStyles = { input: { height: 36, minHeight: 36 } };

/** One line below a copied text: keeps its dates as promises, which are checked again and again. */
export function KeepPromise({ told, text }: { told: Told; text: string }) {
  const { t, i18n } = useLingui();
  const { keep, forget } = usePromiseChanges();
  const customerField = useRef<HTMLInputElement>(null);
  const referenceField = useRef<HTMLInputElement>(null);
  const [letterId] = useState(() => crypto.randomUUID());
  const { lines, orderId, day, checkedAt } = told;
  const count = lines.length;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    forget.reset();
    const [customer, reference] = [customerField, referenceField].map((field) => field.current?.value.trim());
    keep.mutate({
      letterId,
      letter: {
        ...(customer && { customer }),
        ...(reference && { reference }),
        ...(orderId !== undefined && { orderId }),
        day,
        checkedAt,
        lines: [...lines],
        text,
      },
    });
  }

  if (keep.isSuccess && !forget.isSuccess)
    return (
      <Group component="output" gap={8} fz={14} flex="1 0 100%" style={{ order: 1 }}>
        <Text span inherit>
          <Plural value={count} one="Kept as a promise." other="# lines kept as promises." />
        </Text>
        <Link to="/promises">
          <Trans>Show promises</Trans>
        </Link>
        <LinkButton onClick={() => forget.mutate(letterId)} loading={forget.isPending}>
          <Trans>Undo</Trans>
        </LinkButton>
      </Group>
    );
  return (
    <form {...{ onSubmit }} style={{ flex: '1 0 100%', order: 1 }}>
      <Group gap={8} align="end">
        <TextInput
          ref={customerField}
          label={t`Customer`}
          autoComplete="off"
          defaultValue={told.customer?.slice(0, maxLength)}
          maxLength={maxLength}
          w={190}
          styles={inputStyles}
        />
        <TextInput
          ref={referenceField}
          label={t`Reference`}
          autoComplete="off"
          defaultValue={told.reference.slice(0, maxLength)}
          maxLength={maxLength}
          w={140}
          styles={inputStyles}
        />
        <Button type="submit" variant="default" loading={keep.isPending}>
          <Trans>Keep as promise</Trans>
        </Button>
        {keep.error && (
          <Text role="alert" fz={14} c="var(--sh-late)" flex="1 0 100%">
            {describeError(keep.error, i18n).detail}
          </Text>
        )}
      </Group>
    </form>
  );
}
