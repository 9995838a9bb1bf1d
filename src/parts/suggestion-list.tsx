import { useLingui } from '@lingui/react/macro';
import { useMemo, type ComponentProps } from 'react';

import type { Suggestion } from '#stock/product-entry.ts';
import { OptionList } from '#ui/option-list.tsx';

import { SuggestedProduct } from './product-choice.tsx';

interface SuggestionListProps extends Pick<
  ComponentProps<typeof OptionList>,
  'id' | 'field' | 'keys' | 'isOutdated' | 'startsAt' | 'withinPortal'
> {
  suggestions: readonly Suggestion[];
  onPick: (suggestion: Suggestion) => void;
}

/** Suggested products below a field. Loaded when the field is focused. */
export function SuggestionList({ suggestions, onPick, ...list }: SuggestionListProps) {
  const { t } = useLingui();
  const options = useMemo(
    () =>
      suggestions.map((suggestion) => ({
        id: suggestion.product.productId,
        content: <SuggestedProduct suggestion={suggestion} of={suggestions} />,
        suggestion,
      })),
    [suggestions],
  );
  return (
    <OptionList
      {...list}
      label={t`Matching products`}
      options={options}
      onPick={({ suggestion }) => onPick(suggestion)}
    />
  );
}
