/**
 * The folders of the product from the bottom up: a file imports, types too, only from its own place and from those listed before
 * it. A line may name several folders or files that are one place. The longest name that fits a file decides, so that a folder's
 * pure rules can stand lower than its pages. What two places need moves below both.
 */
export const order: readonly (readonly string[])[] = [
  ['platform'],
  ['connectors'],
  ['app/theme'],
  ['app/ui'],
  ['app/addresses'],
  ['app/connections/window.ts', 'app/connections/schedule/entities.ts', 'app/connections/streams/stream-names.ts'],
  ['app/installation'],
  ['app/engine.ts'],
  ['app/job-queue.ts'],
  ['app/outbox'],
  // Whatever changes stock tells the channels of it.
  ['app/stock-pushes/queue.ts'],
  ['app/accounts'],
  ['app/parts.ts'],
  ['app/departments'],
  ['app/portal-messages'],
  ['app/team'],
  ['app/audit'],
  ['app/notifications'],
  ['app/files'],
  ['app/support'],
  ['app/comments'],
  ['app/live'],
  ['app/issues'],
  ['app/runs'],
  ['app/connections'],
  // How the accounts do, for super admins: it reads their connections and issues.
  ['app/all-accounts'],
  ['app/catalogue'],
  ['app/shipping-methods'],
  [
    'app/orders/order.ts',
    'app/orders/order-sql.ts',
    'app/orders/history.ts',
    'app/orders/lock-orders.ts',
    'app/orders/settle.ts',
    'app/orders/fields.ts',
    'app/orders/ruled-fields.ts',
    'app/orders/payload-bundles.ts',
    'app/orders/line.ts',
    'app/orders/lines.ts',
    'app/orders/recheck.ts',
    'app/orders/order-issues.ts',
    'app/orders/mended.ts',
    'app/orders/concerned.ts',
    'app/orders/units.ts',
  ],
  ['app/orders/release'],
  ['app/orders/shared-goods'],
  ['app/orders/shipping'],
  ['app/orders/checking'],
  // What the warehouse has, compared with the mappings of now.
  ['app/orders/sent'],
  ['app/orders/intake'],
  [
    'app/purchase-orders/purchase-order.ts',
    'app/purchase-orders/event-kinds.ts',
    'app/purchase-orders/bodies.ts',
    'app/purchase-orders/references.ts',
    'app/purchase-orders/history.ts',
    'app/purchase-orders/settle.ts',
    'app/purchase-orders/lock.ts',
    'app/purchase-orders/recheck.ts',
    'app/purchase-orders/terms.ts',
  ],
  [
    'app/purchase-orders/asn/notice.ts',
    'app/purchase-orders/asn/take-over.ts',
    'app/purchase-orders/asn/announce.ts',
    'app/purchase-orders/asn/withdraw.ts',
  ],
  [
    'app/purchase-orders/receipts/adopt.ts',
    'app/purchase-orders/receipts/allocate.ts',
    'app/purchase-orders/receipts/count-to-lines.ts',
    'app/purchase-orders/receipts/close.ts',
  ],
  ['app/purchase-orders/checking'],
  ['app/purchase-orders/receipts'],
  ['app/purchase-orders/asn'],
  ['app/purchase-orders/intake'],
  ['app/purchase-orders/actions'],
  ['app/stock-pushes'],
  // What a person saved and can undo, beneath the links and mappings that it is about.
  ['app/mapping-saves'],
  ['app/connector-products'],
  ['app/mappable-fields'],
  ['app/mappings'],
  ['app/products'],
  ['app/marketplace-upload'],
  ['app/raw-materials'],
  ['app/inventory'],
  // The contracts of orders, below the screens that use them.
  [
    'app/orders/contract.ts',
    'app/orders/detail/contract.ts',
    'app/orders/editing/contract.ts',
    'app/orders/bulk/action.ts',
    'app/orders/list/filter.ts',
    'app/orders/list/columns.ts',
  ],
  [
    'app/purchase-orders/contract.ts',
    'app/purchase-orders/found.ts',
    'app/purchase-orders/status-badge.tsx',
    'app/purchase-orders/detail/contract.ts',
    'app/purchase-orders/unknown-receipts/contract.ts',
    'app/purchase-orders/bulk/action.ts',
    'app/purchase-orders/list/filter.ts',
    'app/purchase-orders/list/columns.ts',
  ],
  // The list exports what it shows.
  [
    'app/exports/contract.ts',
    'app/exports/files-of.ts',
    'app/exports/request-export.ts',
    'app/exports/export-button.tsx',
    'app/exports/items/contract.ts',
    'app/exports/items/texts.ts',
    'app/exports/widgets/export-dialog.tsx',
    'app/exports/widgets/export-outcome.tsx',
    'app/exports/widgets/use-items-export.ts',
    'app/exports/purchase-orders/contract.ts',
    'app/exports/purchase-orders/request.ts',
    'app/exports/links/contract.ts',
    'app/exports/links/request.ts',
  ],
  // A list imports files of what it shows.
  [
    'app/imports/contract.ts',
    'app/imports/texts.ts',
    'app/imports/import-button.tsx',
    'app/imports/widgets/import-dialog.tsx',
    'app/imports/widgets/last-import-note.tsx',
  ],
  ['app/views'],
  // The list page of products and raw materials has saved views.
  ['app/catalogue/list'],
  ['app/products/list-page.tsx', 'app/raw-materials/list-page.tsx'],
  ['app/search'],
  // What a person does about issues: it changes mappings, products and orders.
  ['app/issues/contract.ts', 'app/issues/remedy-hints.ts', 'app/issues/api.ts', 'app/issues/remedies'],
  ['app/to-link'],
  // A connection's products, and the dialogs that change links.
  ['app/connector-products/list-page.tsx', 'app/connector-products/widgets'],
  // A product's page changes its links.
  ['app/products/detail-page.tsx', 'app/products/widgets'],
  ['app/orders/detail'],
  ['app/orders/editing'],
  // The page puts the order and its edit mode together.
  ['app/orders/detail/detail-page.tsx'],
  ['app/orders/list'],
  ['app/orders/bulk'],
  ['app/orders'],
  ['app/purchase-orders/list/conditions.ts', 'app/purchase-orders/list/queries.ts'],
  ['app/purchase-orders/detail'],
  ['app/purchase-orders/list'],
  ['app/purchase-orders/bulk'],
  ['app/purchase-orders'],
  // What undoes a run depends on what it worked on.
  ['app/runs/undo-api.ts'],
  // How a file becomes rows: it knows nothing of the product.
  ['app/imports/reading'],
  ['app/imports'],
  ['app/listing-files'],
  ['app/exports'],
  ['app/dashboard'],
  ['app/comparisons'],
  ['app/sync'],
  ['app/housekeeping'],
  ['app/demo'],
  ['app/shell'],
  // api.ts, jobs.ts, routes.ts, web.ts, worker.ts: they put the product together.
  ['app'],
];

/** The height of a file's place in the order; undefined for what has none: tests, tools, the sandbox. */
export function heightOf(path: string, places = order): number | undefined {
  const fitting = places.flatMap((names, height) =>
    names.filter((name) => path === name || path.startsWith(`${name}/`)).map((name) => ({ height, length: name.length })),
  );
  return fitting.sort((a, b) => b.length - a.length)[0]?.height;
}
