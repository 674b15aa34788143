// Why a channel is told nothing of an alias: order lines name it, and the channel has no such SKU.

export const aliasNote = (channel: string): string => `No stock is sent for an alias until ${channel} lists it.`;
