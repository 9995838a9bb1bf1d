import { Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import './dialog-styles.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Accessible name of the close button. */
  closeLabel: string;
  /** Maximum width, pixels. */
  width: number;
  isCentered?: boolean;
  /** Whether the dialog covers small screens completely. */
  fillsSmallScreen?: boolean;
  /** Whether a click outside leaves the dialog open. */
  isKeptOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

// Style props on Modal.Content would also apply to its centering wrapper.
const contentStyles = { content: { display: 'flex', flexDirection: 'column' } } as const;

/** Makes browser Back close the dialog instead of leaving the page. */
export function useBackToClose(onClose: () => void): void {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') onClose();
      return action === 'BACK';
    },
  });
}

/** Dialog as tall as its content, at most as tall as the screen. The page keeps its state behind it. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, width, isCentered = false, fillsSmallScreen = false, isKeptOpen = false } = props;
  const isSmall = useIsNarrow();
  const isFull = fillsSmallScreen && isSmall;
  useBackToClose(props.onClose);
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      closeOnClickOutside={!isKeptOpen}
      size={width}
      centered={isCentered}
      fullScreen={isFull}
      styles={contentStyles}
    >
      <Modal.Overlay />
      <Modal.Content radius={isFull ? 0 : 12}>
        {/* Mantine's header would add a second banner landmark. */}
        <Group gap={12} wrap="nowrap" justify="space-between" flex="none" className={classes['head']}>
          <Modal.Title fw={650} fz={16} lh="24px">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} size={44} iconSize={20} />
        </Group>
        <Modal.Body className={classes['body'] ?? ''}>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
