import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Scroll position and focus of a page when it was left. */
interface Place {
  y: number;
  focus: string | null;
}

const storageKey = 'stock-horizon.places';
const maxPlaces = 50;

/** Restores scroll position and focus after Back or a reload, once `isReady`. */
export function useRestoredPlace(isReady: boolean): void {
  const router = useRouter();
  const isRestored = useRef(false);

  // Read when needed: as React state, each change of the URL would render the page once more.
  const key = () => router.state.location.state.__TSR_key ?? 'first';
  const keep = useEffectEvent(() => {
    if (isRestored.current) savePlace(key(), { y: window.scrollY, focus: selectorOf(document.activeElement) });
  });
  useEffect(() => {
    const events = ['scrollend', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, keep);
    return () => {
      for (const event of events) document.removeEventListener(event, keep);
    };
  }, []);

  const restore = useEffectEvent(() => {
    isRestored.current = true;
    const place = readPlaces().get(key());
    if (place === undefined) return;
    window.scrollTo(0, place.y);
    if (place.focus !== null) document.querySelector<HTMLElement>(place.focus)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!isReady || isRestored.current) return undefined;
    // The router scrolls and focuses the heading in the previous frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore);
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
}

/** Returns a selector that finds the element again, null if it has no identifying attribute. */
function selectorOf(element: Element | null): string | null {
  for (const name of ['href', 'aria-label']) {
    const value = element?.closest('main') && element.getAttribute(name);
    if (value) return `main [${name}="${CSS.escape(value)}"]`;
  }
  return null;
}

function readPlaces(): Map<string, Place> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Place][]);
  } catch {
    return new Map();
  }
}

function savePlace(key: string, place: Place): void {
  const places = readPlaces();
  places.delete(key);
  const kept = [...places, [key, place]].slice(-maxPlaces);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage, Back goes to the top of the page.
  }
}
