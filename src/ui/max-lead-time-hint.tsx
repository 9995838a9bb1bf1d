import { useLingui } from '@lingui/react/macro';
import { Box } from '@mantine/core';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';

const Tooltip = lazy(async () => ({ default: (await import('./tooltip.tsx')).Tooltip }));

interface MaxLeadTimeHintProps {
  children: ReactNode;
  /** Whether it is a tab stop. False in tables, whose cells have an accessible description. */
  isFocusable?: boolean;
}

/** Explains the *Max lead time* badge on hover, focus and tap. */
export function MaxLeadTimeHint({ children, isFocusable = true }: MaxLeadTimeHintProps) {
  const { t } = useLingui();
  const badge = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const meaning = t`From this date any quantity can ship. Not backed by stock.`;
  const [open, close] = [() => setOpen(true), () => setOpen(false)];
  return (
    <Box
      component="span"
      ref={badge}
      tabIndex={isFocusable ? 0 : undefined}
      aria-description={meaning}
      onMouseEnter={open}
      onMouseLeave={close}
      onFocus={open}
      onBlur={close}
      onClick={open}
      onKeyDown={({ key }: { key: string }) => key === 'Escape' && close()}
    >
      {children}
      {isOpen && (
        <Suspense>
          <Tooltip opened target={badge} label={meaning} multiline maw={260} />
        </Suspense>
      )}
    </Box>
  );
}
