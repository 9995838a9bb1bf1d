const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that stands for the operating system's command key. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** How the keys that open the search are written. */
export const paletteKey = isApple ? '⌘K' : 'Ctrl K';
