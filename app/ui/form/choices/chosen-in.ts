/** The ids in the value of a field with several choices: a JSON list of texts. */
export function chosenIn(value: unknown): string[] {
  try {
    const list: unknown = JSON.parse(String(value));
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
