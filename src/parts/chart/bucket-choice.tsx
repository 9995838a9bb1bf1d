import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useLingui } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';

import type { BucketSize } from '#stock/level-buckets.ts';

/** Selection of day, week or month. */
export function BucketChoice(props: { value: BucketSize; onChange: (size: BucketSize) => void }) {
  const { t } = useLingui();
  return (
    <SegmentedControl
      {...props}
      aria-label={t`Group by`}
      data={[
        { value: 'day', label: t`Day` },
        { value: 'week', label: t`Week` },
        { value: 'month', label: t`Month` },
      ]}
    />
  );
}
