import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import './dialog-styles.ts';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  /** The accessible name of the button that closes. */
  closeLabel: string;
  /** Pixels, where the screen is wide enough. */
  width: number;
  isCentered?: boolean;
  /** Whether it takes the whole of a small screen. */
  fillsSmallScreen?: boolean;
  /** Whether a click beside it leaves it open. */
  isKeptOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

// Styles of the content itself would go to what centres it as well.
const contentStyles = { content: { display: 'flex', flexDirection: 'column' } } as const;

/** Has the browser's way back close a dialog rather than leave the page beneath it. */
export function useBackToClose(onClose: () => void): void {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') onClose();
      return action === 'BACK';
    },
  });
}

/** A dialog over the page, as tall as its content and never taller than the screen; the page keeps its state beneath. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, width, isCentered = false, fillsSmallScreen = false, isKeptOpen = false } = props;
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
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
        {/* The kit's own header would be a second banner of the page. */}
        <div className={classes['head']}>
          <Modal.Title fw={650} fz={18} lh="24px">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={closeLabel} size={44} iconSize={20} />
        </div>
        <Modal.Body className={classes['body'] ?? ''}>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
