import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect } from '@mantine/core';
import { Mail, Users } from 'lucide-react';
import { useEffect } from 'react';

import { formatQuantity } from '#stock/locale-number.ts';
import { withUnit } from '#stock/with-unit.ts';
import { useI18nOf } from '#ui/catalogs.ts';
import { isLanguage, type Language, languages, localeFor } from '#ui/language.ts';
import { useLocale } from '#ui/locale.tsx';
import { useText, writeText } from '#ui/remembered-text.ts';

import { CopyButton, type ToCopy } from './copy-button.tsx';
import type { CopiedContent } from './copy-to-clipboard.ts';
import type { CustomerWords } from './customer-text.ts';

interface CustomerCopyProps {
  /** Makes the text for a customer. It can check first, and make none. */
  toCustomer: (words: CustomerWords) => ToCopy | Promise<ToCopy>;
  /** Called after the text was copied, or shown to be copied by hand. */
  onCopied?: ((copied: CopiedContent) => void) | undefined;
  /** Makes the internal text. */
  toColleague: () => CopiedContent;
  /** Why copying is disabled; omitted if it is enabled. */
  disabledReason?: string | undefined;
  /** Key that copies for the customer too. */
  hotkey?: string;
  /** Accessible name of the text to copy manually if the clipboard is blocked. */
  textLabel: string;
  alwaysShowsLabel?: boolean | undefined;
  /** Whether copying for the customer is the main action of the screen. */
  isPrimary?: boolean;
  /** Whether there is no room for the language, which is chosen elsewhere then. */
  isNarrow?: boolean;
}

/** Copies a result as text for a customer, in a language chosen beside the button, or for a colleague. */
export function CustomerCopy(props: CustomerCopyProps) {
  const { toCustomer, toColleague, onCopied, isPrimary = false, isNarrow = false, hotkey, ...button } = props;
  return (
    <>
      <Group gap={4} wrap="nowrap" flex={isNarrow ? 1 : undefined}>
        <CustomerCopyButton {...button} {...{ toCustomer, onCopied, isPrimary, hotkey }} />
        {!isNarrow && <CustomerLanguage />}
      </Group>
      <ColleagueCopyButton {...button} alwaysShowsLabel={button.alwaysShowsLabel && !isPrimary} {...{ toColleague }} />
    </>
  );
}

export function CustomerCopyButton({ toCustomer, ...button }: Omit<CustomerCopyProps, 'toColleague' | 'isNarrow'>) {
  const { t } = useLingui();
  const { wordsOf } = useCustomerLanguage();
  return (
    <CopyButton title={t`Copy for customer`} {...button} Icon={Mail} toCopy={async () => toCustomer(await wordsOf())}>
      <Trans>Copy for customer</Trans>
    </CopyButton>
  );
}

/** The language of texts for customers. */
export function CustomerLanguage() {
  const { t } = useLingui();
  const { language, setLanguage } = useCustomerLanguage();
  return (
    <NativeSelect
      aria-label={t`Language of the text for the customer`}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
      w={100}
      rightSectionWidth={22}
      styles={{ input: { paddingInline: '8px 22px', fontSize: 14, lineHeight: 1 } }}
      style={{ flex: 'none' }}
    />
  );
}

export function ColleagueCopyButton({
  toColleague,
  ...button
}: Omit<CustomerCopyProps, 'toCustomer' | 'onCopied' | 'isPrimary' | 'isNarrow' | 'hotkey'>) {
  const { t } = useLingui();
  return (
    <CopyButton
      {...button}
      title={t`Copy for colleague`}
      Icon={Users}
      toCopy={() => ({ content: toColleague(), message: t`Copied` })}
    >
      <Trans>Copy for colleague</Trans>
    </CopyButton>
  );
}

const languageKey = 'stock-horizon.customer-language';

/** Language of texts for customers: the one chosen last in this browser, else that of the interface. */
export function useCustomerLanguage() {
  const { language: ofInterface, locale } = useLocale();
  const stored = useText(languageKey);
  const language = isLanguage(stored) ? stored : ofInterface;
  const i18nOf = useI18nOf();
  useEffect(() => {
    // So that it is there when the button is clicked.
    void i18nOf(language);
  }, [i18nOf, language]);
  return {
    language,
    setLanguage: (next: Language) => writeText(languageKey, next),
    wordsOf: async () =>
      customerWords(await i18nOf(language), language === ofInterface ? locale : textLocale(language)),
  };
}

export function customerWords(i18n: CustomerWords['i18n'], locale: string): CustomerWords {
  return {
    i18n,
    locale,
    formatQuantity: (quantity, unit) => {
      const figure = formatQuantity(quantity, locale);
      return unit ? withUnit(figure, unit) : figure;
    },
  };
}

/** Locale for numbers and dates in a text of another language than the interface's. */
function textLocale(language: Language): string {
  const locale = localeFor(language, navigator.languages);
  return locale.startsWith(language) ? locale : language;
}
