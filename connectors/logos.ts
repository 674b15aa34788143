import { connectors } from './index.ts';

/** The address of a connector's logo; null for one without. */
export function logoAddress(connector: string): string | null {
  return logoOf(connector) === undefined ? null : `/connector-logos/${connector}`;
}

/** A connector's logo as an SVG document, in a grey that shows on light and dark pages; undefined for one without. */
export function logoPicture(connector: string): string | undefined {
  const path = logoOf(connector);
  return path && `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" ${strokes}><path d="${path}"/></svg>`;
}

const logoOf = (name: string) => connectors.find((connector) => connector.name === name)?.logo;
const strokes = 'fill="none" stroke="#7c8187" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"';
