const prefix = 'stock-horizon:tab-order:';

/** The order that this tab had open for an owner before a reload, whether it was kept by then or not; null where there was none. */
export function tabOrder(owner: string): string | null {
  try {
    return sessionStorage.getItem(prefix + owner);
  } catch {
    return null;
  }
}

/** A browser that refuses to remember opens the owner's latest order after a reload. */
export function setTabOrder(owner: string, id: string): void {
  try {
    sessionStorage.setItem(prefix + owner, id);
  } catch {
    return;
  }
}
