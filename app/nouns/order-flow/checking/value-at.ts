/** The text at a path of a payload, as `advancedOptions.customField1` or `items.0.sku`; null where there is none. Empty is none. */
export function valueAt(payload: unknown, path: string): string | null {
  let value = payload;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  // PostgreSQL stores no NUL.
  return value.replaceAll('\u0000', '').trim() || null;
}
