import type { Connector, ConnectorSession, Identity, Named, Result, ShippingCode } from '../contract.ts';
import { mapResult } from '../http/result.ts';

/**
 * What people who wait have us ask another system. Undefined where its connector cannot say it. `about` is what the question concerns,
 * where it concerns something.
 */
export type Questions = {
  identity: Identity;
  /** About a setting's `choices`. */
  choices: Named[];
  shippingCodes: ShippingCode[];
  /** Those that orders leave from, else those of stock. */
  locations: Named[];
  stockLocations: Named[];
  /** That products can be uploaded to. */
  profiles: Named[];
  /** About an order's reference: `not_found` where the warehouse does not have it. */
  order: null;
  /** About our address: takes it back. */
  unsubscribe: null;
};

type Question<T> = (connector: Connector, session: ConnectorSession, about: string) => Promise<Result<T>> | undefined;

export const questions: { [Name in keyof Questions]: Question<Questions[Name]> } = {
  identity: (connector, session) => connector.identify(session),
  choices: ({ choices = {} }, session, name) => (Object.hasOwn(choices, name) ? choices[name]?.list(session) : undefined),
  shippingCodes: ({ orders }, session) => orders?.(session).listShippingCodes?.(),
  locations: ({ orders, inventory }, session) => orders?.(session).listLocations?.() ?? inventory?.(session).listLocations(),
  stockLocations: ({ inventory }, session) => inventory?.(session).listLocations(),
  profiles: ({ listings }, session) => listings?.(session).upload?.listProfiles(),
  order: ({ warehouse }, session, reference) =>
    warehouse?.(session)
      .findOrder(reference)
      .then((found) => mapResult(found, () => null)),
  unsubscribe: ({ hints }, session, address) => hints?.(session).unsubscribe?.(address),
};
