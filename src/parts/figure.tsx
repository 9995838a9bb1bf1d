import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './figure.module.css';

/** Figures beside each other; on a phone the lines of one block. */
export const figuresClass = classes.figures;

/** The surface of a figure, which may be a link. */
export const figureClass = classes.figure;

interface FigureProps {
  label: string;
  value: ReactNode;
  /** The same figure a week ago; null if it isn't known. */
  then?: string | null;
  detail: string;
}

/** A figure with its label above, and a detail below; within an element of class {@link figureClass}. */
export function Figure({ label, value, then = null, detail }: FigureProps) {
  return (
    <>
      <Text span display="block" fz={13} lh="20px" c="dimmed">
        {label}
      </Text>
      <Text
        key={typeof value === 'string' ? value : undefined}
        span
        data-figure
        display="block"
        fw={650}
        c="var(--sh-text)"
      >
        {value}
        {then !== null && (
          <Text span fz={13} lh="20px" fw={400} c="dimmed" data-then>
            <Trans>last week {then}</Trans>
          </Text>
        )}
      </Text>
      <Text span display="block" fz={13} lh="20px" mih={20} c="dimmed">
        {detail}
      </Text>
    </>
  );
}
