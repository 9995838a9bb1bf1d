import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone's; style sheets ask the same. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
