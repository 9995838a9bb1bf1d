import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import { customerLinks, type Subject, useCustomerLinkChanges } from '#data/customer-links.ts';
import { ActionError } from '#parts/panel.tsx';
import { CopyButton } from '#parts/export/copy-button.tsx';
import { useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { countDifferences, customerPage, type PageLetter } from '#parts/export/customer-page.ts';
import { htmlText } from '#stock/export/clipboard-table.ts';
import { formatMoment } from '#stock/locale-date.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

interface CustomerLinkProps {
  of: Subject;
  /** Returns what the customer would read now; null while a line can't be told to a customer. */
  letter: () => PageLetter | null;
  /** Whether a link can be made here, if there is none. */
  canMake: boolean;
}

/**
 * The link that a customer has to an order or a letter. What the customer reads changes only by *Publish*: until then,
 * the user sees that something isn't shared.
 */
export function CustomerLink({ of, letter: letterNow, canMake }: CustomerLinkProps) {
  const { data, error } = useQuery(customerLinks.of(of));
  const { publish, revoke } = useCustomerLinkChanges(of);
  const { language, wordsOf } = useCustomerLanguage();
  const [made, setMade] = useState<string | null>(null);
  const failure = error ?? publish.error ?? revoke.error;
  const link = data?.link ?? null;

  const letter = link !== null || canMake ? letterNow() : null;
  const pageNow = async (before: NonNullable<typeof link>['page'] | null) =>
    letter && customerPage(letter, before, language, await wordsOf());

  async function make() {
    const page = await pageNow(null);
    if (page === null) return;
    const { key } = await publish.mutateAsync(page);
    if (key !== undefined) setMade(`${location.origin}/c/${key}`);
  }

  async function publishAgain() {
    const page = await pageNow(link?.page ?? null);
    if (page !== null) publish.mutate(page);
  }

  if (data === undefined && failure === null) return null;
  if (link === null && !canMake && failure === null) return null;
  return (
    <Group gap="6px 12px" fz={14} mih={36} flex={{ base: '1 0 100%', sm: 'none' }}>
      {link === null && letter === null ? (
        <Text inherit c="dimmed">
          <Trans>A link for the customer needs a result for every line.</Trans>
        </Text>
      ) : link === null ? (
        <Button
          variant="default"
          leftSection={<Link2 size={18} aria-hidden />}
          w={{ base: '100%', sm: 'auto' }}
          loading={publish.isPending}
          onClick={() => void make().catch(() => undefined)}
        >
          <Trans>Create link for customer</Trans>
        </Button>
      ) : (
        <>
          <Published link={link} />
          {made !== null && <CopyMade href={made} />}
          <NotShared {...{ link, letter }} onPublish={() => void publishAgain()} isPublishing={publish.isPending} />
          <LinkButton onClick={() => revoke.mutate()} loading={revoke.isPending}>
            <Trans>Revoke</Trans>
          </LinkButton>
        </>
      )}
      <ActionError error={failure} />
    </Group>
  );
}

type ShownLink = { page: Parameters<typeof countDifferences>[0]; publishedAt: number; expiresAt: number };

function Published({ link: { publishedAt, expiresAt } }: { link: ShownLink }) {
  const { locale } = useLocale();
  return (
    <Text inherit>
      <Trans>
        Link for customer: published {formatMoment(publishedAt, locale)}, expires {formatMoment(expiresAt, locale)}.
      </Trans>
    </Text>
  );
}

function CopyMade({ href }: { href: string }) {
  const { t } = useLingui();
  const html = `<a href="${htmlText(href)}">${htmlText(href)}</a>`;
  return (
    <>
      <CopyButton
        alwaysShowsLabel
        Icon={Link2}
        textLabel={t`Link`}
        toCopy={() => ({ content: { text: href, html }, message: t`Copied` })}
      >
        <Trans>Copy link</Trans>
      </CopyButton>
      <Text inherit c="dimmed">
        <Trans>Copy it now: it isn't shown again.</Trans>
      </Text>
    </>
  );
}

/** What differs from the published page, for the user to publish it. */
function NotShared(props: {
  link: ShownLink;
  letter: PageLetter | null;
  onPublish: () => void;
  isPublishing: boolean;
}) {
  const { link, letter, onPublish, isPublishing } = props;
  if (letter === null)
    return (
      <Text inherit c="dimmed">
        <Trans>Not compared: no complete result.</Trans>
      </Text>
    );
  const count = countDifferences(link.page, letter);
  if (count === 0) return null;
  return (
    <>
      <Text inherit c="var(--sh-late)">
        <Plural value={count} one="Not yet shared: # line differs." other="Not yet shared: # lines differ." />
      </Text>
      <Button size="xs" loading={isPublishing} onClick={onPublish}>
        <Trans>Publish</Trans>
      </Button>
    </>
  );
}
