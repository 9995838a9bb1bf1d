/** Whether HTML may strike out or hide a row. Unlike its reader, this check is part of the page's first load. */
export function mayMarkRows(html: string): boolean {
  return /line-through|<(?:s|del|strike)[\s>]|display\s*:\s*none|\shidden|mso-hide|height=['"]?0\b/i.test(html);
}
