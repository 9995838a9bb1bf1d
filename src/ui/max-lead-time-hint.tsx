import { useLingui } from '@lingui/react/macro';
import { Box } from '@mantine/core';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';

const Tooltip = lazy(async () => ({ default: (await import('./tooltip.tsx')).Tooltip }));

interface MaxLeadTimeHintProps {
  children: ReactNode;
  /** Whether it is a tab stop. False in tables, whose cells have an accessible description. */
  isFocusable?: boolean;
  /** Whether it explains that a promised date is later now, though the lead time isn't longer. */
  hasMovedOn?: boolean;
}

/** Explains the *Max lead time* badge on hover, focus and tap. */
export function MaxLeadTimeHint({ children, isFocusable = true, hasMovedOn = false }: MaxLeadTimeHintProps) {
  const { t } = useLingui();
  const badge = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const meaning = hasMovedOn
    ? t`The max lead time counts from each day. This date moves on until the goods are ordered.`
    : t`From this date any quantity can ship. Not backed by stock.`;
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
