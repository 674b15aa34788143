import type { FastifyInstance } from 'fastify';
import { accountsApi } from './accounts/api.ts';
import { confirmingApi } from './accounts/confirming/api.ts';
import { profileApi } from './accounts/profile/api.ts';
import { accountSettingsApi } from './accounts/settings/api.ts';
import { signInApi } from './accounts/sign-in-api.ts';
import { twoFactorApi } from './accounts/two-factor/api.ts';
import { allAccountsApi } from './all-accounts/api.ts';
import { auditApi } from './audit/api.ts';
import { commentsApi } from './comments/api.ts';
import { connectionsApi } from './connections/api.ts';
import { importChoicesApi } from './connections/import-choices/api.ts';
import { scheduleApi } from './connections/schedule/api.ts';
import { syncOptionsApi } from './connections/sync-options/api.ts';
import { webhooksApi } from './connections/webhooks.ts';
import { connectorProductsApi } from './connector-products/api.ts';
import { listingsApi } from './connector-products/listings-api.ts';
import { dashboardApi } from './dashboard/api.ts';
import { departmentsApi } from './departments/api.ts';
import { exportsApi } from './exports/api.ts';
import { itemsExportsApi } from './exports/items/api.ts';
import { linksExportsApi } from './exports/links/api.ts';
import { purchaseExportsApi } from './exports/purchase-orders/api.ts';
import { filesApi } from './files/api.ts';
import { aliasesApi } from './imports/aliases/api.ts';
import { importsApi } from './imports/api.ts';
import { issuesApi } from './issues/api.ts';
import { listingFilesApi } from './listing-files/api.ts';
import { liveApi } from './live/api.ts';
import { mappableFieldsApi } from './mappable-fields/api.ts';
import { mappingSavesApi } from './mapping-saves/api.ts';
import { mappingsApi } from './mappings/api.ts';
import { marketplaceUploadApi } from './marketplace-upload/api.ts';
import { notificationsApi } from './notifications/api.ts';
import { ordersApi } from './orders/api.ts';
import type { Parts } from './parts.ts';
import { portalMessagesApi } from './portal-messages/api.ts';
import { productsApi } from './products/api.ts';
import { purchaseOrdersApi } from './purchase-orders/api.ts';
import { purchaseSyncApi } from './purchase-orders/sync-api.ts';
import { unknownReceiptsApi } from './purchase-orders/unknown-receipts/api.ts';
import { rawMaterialsApi } from './raw-materials/api.ts';
import { runsApi } from './runs/api.ts';
import { undoRunsApi } from './runs/undo-api.ts';
import { searchApi } from './search/api.ts';
import { stockPushesApi } from './stock-pushes/api.ts';
import { supportApi } from './support/api.ts';
import { teamApi } from './team/api.ts';
import { toLinkApi } from './to-link/api.ts';
import { viewsApi } from './views/api.ts';

/** Every JSON call of the product, one line per feature. */
export const apis: readonly ((app: FastifyInstance, parts: Parts) => void)[] = [
  signInApi,
  twoFactorApi,
  confirmingApi,
  profileApi,
  accountsApi,
  accountSettingsApi,
  filesApi,
  liveApi,
  ordersApi,
  purchaseOrdersApi,
  unknownReceiptsApi,
  (app, { engine }) => purchaseSyncApi(app, engine),
  undoRunsApi,
  issuesApi,
  connectionsApi,
  scheduleApi,
  syncOptionsApi,
  importChoicesApi,
  productsApi,
  rawMaterialsApi,
  connectorProductsApi,
  listingsApi,
  stockPushesApi,
  marketplaceUploadApi,
  listingFilesApi,
  toLinkApi,
  mappableFieldsApi,
  mappingsApi,
  mappingSavesApi,
  webhooksApi,
  runsApi,
  searchApi,
  dashboardApi,
  exportsApi,
  purchaseExportsApi,
  linksExportsApi,
  itemsExportsApi,
  importsApi,
  aliasesApi,
  viewsApi,
  departmentsApi,
  portalMessagesApi,
  teamApi,
  auditApi,
  allAccountsApi,
  supportApi,
  commentsApi,
  notificationsApi,
];
