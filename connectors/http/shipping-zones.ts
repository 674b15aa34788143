import type { Result, ShippingCode } from '../contract.ts';

type Zone = { id: string; name: string };

/** The shipping codes of a shop whose methods are by zone, each code once: orders may carry any of them. Null is no code. */
export async function codesOfZones<T>(
  zones: Result<Zone[]>,
  methodsOf: (zone: string) => Promise<Result<T[]>>,
  codeOf: (method: T) => { code: string; title: string } | null,
): Promise<Result<ShippingCode[]>> {
  if (!zones.ok) return zones;
  const codes = new Map<string, ShippingCode>();
  for (const zone of zones.value) {
    const methods = await methodsOf(zone.id);
    if (!methods.ok) return methods;
    for (const { code, title } of methods.value.flatMap((method) => codeOf(method) ?? []))
      codes.set(code, { code, description: `${title} (${zone.name})`, carrier: null });
  }
  return { ok: true, value: [...codes.values()] };
}
