import type {
  Connector,
  ConnectorSession,
  Identity,
  Named,
  ProductUpload,
  PurchaseOrder,
  Result,
  ShippingCode,
  UploadOutcome,
} from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { whileChoosing } from '../settings.ts';

/**
 * What people who wait have us ask another system, and what it replies. Undefined where its connector cannot say it.
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
  /** Takes the consent back. */
  revoke: null;
  /** About the name of a key that the vendor publishes. */
  publishedKey: string;
  /** About its remote id. */
  purchaseOrder: PurchaseOrder;
  /** About a product: puts it up for sale. */
  upload: UploadOutcome[];
  /** About a product that was pending: what became of it. */
  uploaded: UploadOutcome[];
};

/** What a question concerns, where it concerns something. */
export type About<Name extends keyof Questions> = Name extends 'upload'
  ? { product: ProductUpload; profileIds: string[] }
  : Name extends 'uploaded'
    ? { ticket: string; profileIds: string[] }
    : string;

/** Those that change something there, so that one without a reply may have done so. */
export const isWrite = (name: keyof Questions) => name === 'unsubscribe' || name === 'revoke' || name === 'upload';

/** The connector as it is asked: of whoever is still choosing it requires less. */
export const connectorFor = (connector: Connector, question: keyof Questions, about: unknown): Connector =>
  question === 'choices' ? whileChoosing(connector, String(about)) : connector;

type Question<Name extends keyof Questions> = (
  connector: Connector,
  session: ConnectorSession,
  about: About<Name>,
) => Promise<Result<Questions[Name]>> | undefined;

export const ask = <Name extends keyof Questions>(connector: Connector, session: ConnectorSession, name: Name, about?: About<Name>) =>
  questions[name](connector, session, about ?? ('' as About<Name>));

const questions: { [Name in keyof Questions]: Question<Name> } = {
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
  revoke: ({ revoke }, session) => revoke?.(session),
  publishedKey: ({ hints }, session, name) => hints?.(session).keys?.read(name),
  purchaseOrder: ({ purchaseOrders }, session, remoteId) => purchaseOrders?.(session).get(remoteId),
  upload: ({ listings }, session, { product, profileIds }) => listings?.(session).upload?.upload(product, profileIds),
  uploaded: ({ listings }, session, { ticket, profileIds }) => listings?.(session).upload?.ask?.(ticket, profileIds),
};
