import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Mail } from 'lucide-react';

import { CopyButton } from '#parts/export/copy-button.tsx';
import { useCustomerLanguage } from '#parts/export/customer-copy.tsx';
import { useTold } from '#parts/promises/use-told.tsx';
import { OfferWords } from '#parts/result/offer-words.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import { useTransitDays } from '#parts/transit-days.ts';
import { LinkButton } from '#ui/link-button.tsx';
import type { Offer } from '#stock/offers.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import classes from './availability.module.css';
import { offerText } from './copied-result.ts';

interface OffersProps {
  result: ProductAvailability;
  offers: readonly Offer[];
  /** Quantity needed. */
  needed: Thousandths;
  onCheck: (quantity: Thousandths) => void;
}

/** Ready promises for a late quantity, one a row, each with its text for the customer. The copied one can be kept. */
export function Offers({ result, offers, needed, onCheck }: OffersProps) {
  const { t } = useLingui();
  const { onCopied, keepLine } = useTold();
  const { wording } = result;
  if (offers.length === 0) return null;
  return (
    <>
      <ul aria-label={t`Offers`} className={classes.offers}>
        {offers.map((offer) => {
          const amount = wording.formatQuantity(offer.quantity);
          return (
            <li key={offer.kind}>
              <Text span inherit>
                <OfferWords {...{ offer, needed, wording }} />
              </Text>
              <Group component="span" gap={4} justify="flex-end">
                {offer.kind === 'smaller' && (
                  <LinkButton onClick={() => onCheck(offer.quantity)}>
                    <Trans>Use {amount}</Trans>
                  </LinkButton>
                )}
                <CopyOffer {...{ result, offer, onCopied }} />
              </Group>
            </li>
          );
        })}
      </ul>
      {keepLine}
    </>
  );
}

interface CopyOfferProps {
  result: ProductAvailability;
  offer: Offer;
  onCopied: ReturnType<typeof useTold>['onCopied'];
}

function CopyOffer({ result, offer, onCopied }: CopyOfferProps) {
  const { t } = useLingui();
  const { wordsOf } = useCustomerLanguage();
  const { transit } = useTransitDays(useSearch({ from: '/' }));
  return (
    <CopyButton
      Icon={Mail}
      title={t`Copy this offer for the customer`}
      textLabel={t`Offer as text`}
      alwaysShowsLabel
      toCopy={async () => ({ content: offerText(result, offer, transit, await wordsOf()), message: t`Copied` })}
      onCopied={onCopied}
    >
      <Trans>Copy</Trans>
    </CopyButton>
  );
}
