import { useLingui } from '@lingui/react/macro';

import classes from './column-filter.module.css';

interface ValueChoiceProps {
  values: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

/** A check box for each value, and one for all of them. */
export function ValueChoice({ values, chosen, onChoose }: ValueChoiceProps) {
  const { t } = useLingui();
  const isChosen = new Set(chosen);
  const isPart = chosen.length > 0 && chosen.length < values.length;

  return (
    <fieldset className={classes['values']}>
      <legend>{t`Values`}</legend>
      <label>
        <input
          ref={(box) => {
            if (box) box.indeterminate = isPart;
          }}
          type="checkbox"
          checked={chosen.length === values.length}
          onChange={(event) => onChoose(event.currentTarget.checked ? values : [])}
        />
        {t`All values`}
      </label>
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={isChosen.has(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(values.filter((each) => (each === value ? checked : isChosen.has(each))))
            }
          />
          <bdi>{value === '' ? t`(blank)` : value}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
