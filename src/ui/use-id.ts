import { useId as useOwnId } from 'react';

/** Stands in for Mantine's `useId` in the build (`vite.config.ts`). */
export function useId(given?: string): string {
  const own = useOwnId();
  return given ?? own;
}
