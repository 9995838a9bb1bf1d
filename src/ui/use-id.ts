import { useId as useOwnId } from 'react';

/** Replaces Mantine's `useId` in the build (`vite.config.ts`). */
export function useId(given?: string): string {
  const own = useOwnId();
  return given ?? own;
}
