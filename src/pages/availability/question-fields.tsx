import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';

import { ProductField } from '#features/fields/product-field.tsx';
import { QuantityField } from '#features/fields/quantity-field.tsx';
import { DateField } from '#ui/date-field.tsx';
import { useLocale, useUnit } from '#ui/locale.tsx';
import type { Product } from '#contract/gateway.ts';

import { ProductChoices } from './product-choices.tsx';
import styles from './question-fields.module.css';
import type { QuestionForm } from './use-question-form.ts';

/** Product, quantity and the day needed by; Enter asks from any of them. */
export function QuestionFields(props: {
  form: QuestionForm;
  /** The product that the field names, where it is known. */
  product: Product | null;
  /** Whether it is the one of the answer beneath, which names it itself. */
  isAsked: boolean;
}) {
  const { form, product, isAsked } = props;
  const { t } = useLingui();
  const { today } = useLocale();
  const unit = useUnit(product ?? undefined);
  const element = useRef<HTMLFormElement>(null);
  const { draft, errors, refusals } = form;

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const isDateUnfinished = event.currentTarget.querySelector('input:invalid') !== null;
    void form.submit(draft, isDateUnfinished && draft.neededBy === null);
  }

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.product} onBlur={form.split}>
        <ProductField
          value={draft.product}
          onChange={(text) => form.write({ product: text })}
          onPick={form.pick}
          error={errors.product}
        />
        {product !== null && !isAsked && form.choices.length === 0 && (
          <p className={styles.name}>
            <bdi>{product.name}</bdi>
          </p>
        )}
        <ProductChoices choices={form.choices} onChoose={(choice) => void form.choose(choice)} />
      </div>
      <div className={styles.quantity}>
        <QuantityField
          value={draft.quantity}
          onChange={(quantity) => form.write({ quantity })}
          unit={unit}
          error={errors.quantity}
        />
      </div>
      <div className={styles.date}>
        <DateField
          label={t`Needed by`}
          value={draft.neededBy}
          onChange={(neededBy) => form.write({ neededBy })}
          min={today}
          error={errors.neededBy}
        />
      </div>
      <Button type="submit" className={styles.submit}>
        <Trans>Check availability</Trans>
      </Button>
    </form>
  );
}
