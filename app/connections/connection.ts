/** The texts about connections. Browser-safe. */
export type ConnectionHealth = 'healthy' | 'troubled' | 'blocked' | 'paused' | 'needs_reconnect' | 'new';
export type ConnectionKind = 'channel' | 'warehouse';
type Moment = Date | string;

/** A connection in loaders and replies. */
export type ConnectionView = {
  id: number;
  slug: string;
  name: string;
  connector: string;
  connector_label: string;
  kind: ConnectionKind;
  state: string;
  health: ConnectionHealth;
  health_sentence: string;
  last_ok_at: Moment | null;
  blocked_until: Moment | null;
  waiting: number;
  streams: StreamView[];
  settings: Record<string, string>;
};

export type StreamView = { stream: string; read_at: Moment | null; due_at: Moment; failures: number };

/** What can be connected; `schema` is the JSON Schema of its settings. */
export type Connectable = { name: string; label: string; kind: ConnectionKind; schema: unknown };

/** Labels where the status itself would read as a command. */
export const healthLabels: Partial<Record<ConnectionHealth, string>> = { needs_reconnect: 'Credentials refused', blocked: 'Failing' };

export const kindLabels: Record<ConnectionKind, string> = { channel: 'Sales channel', warehouse: 'Warehouse' };

/** `3 wait`, `10,000+ wait`: effects to be sent; counted up to 10,000. */
export const waitingWords = (waiting: number) => (waiting > 10_000 ? '10,000+ wait' : `${waiting.toLocaleString('en-US')} wait`);

/** Why a person cannot change connections. */
export const onlyAdmins = 'Only account admins change connections.';
