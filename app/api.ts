import type { FastifyInstance } from 'fastify';
import { allNouns } from './entities/all.ts';
import { itemsExportsApi } from './nouns/catalogue/export/api.ts';
import { departmentsApi } from './nouns/departments/api.ts';
import { connectorProductsApi } from './nouns/links/api.ts';
import { listingsApi } from './nouns/links/listings/listings-api.ts';
import { listingFilesApi } from './nouns/listing-files/api.ts';
import { mappingsApi } from './nouns/mappings/api.ts';
import { mappableFieldsApi } from './nouns/mappings/mappable-fields/api.ts';
import { mappingSavesApi } from './nouns/mappings/saves/api.ts';
import { ordersApi } from './nouns/orders/api.ts';
import { itemsApi } from './nouns/products/api.ts';
import { marketplaceUploadApi } from './nouns/products/marketplace-upload/api.ts';
import { purchaseOrdersApi } from './nouns/purchase-orders/api.ts';
import { purchaseSyncApi } from './nouns/purchase-orders/sync/api.ts';
import { unknownReceiptsApi } from './nouns/purchase-orders/unknown-receipts/api.ts';
import { remediesApi } from './nouns/remedies/api.ts';
import { stockPushesApi } from './nouns/stock-out/api.ts';
import { manageTagsApi } from './nouns/tags/api.ts';
import { toLinkApi } from './nouns/to-link/api.ts';
import { shortCountsApi } from './nouns/warehouse/short-count/api.ts';
import { accountsApi } from './people/accounts/api.ts';
import { confirmingApi } from './people/accounts/confirming/api.ts';
import { profileApi } from './people/accounts/profile/api.ts';
import type { Services } from './people/accounts/services.ts';
import { accountSettingsApi } from './people/accounts/settings/api.ts';
import { signInApi } from './people/accounts/sign-in-api.ts';
import { twoFactorApi } from './people/accounts/two-factor/api.ts';
import { auditApi } from './people/audit/api.ts';
import { connectedAgentsApi } from './people/keys/agents/api.ts';
import { keysApi } from './people/keys/api.ts';
import { notificationsApi } from './people/notifications/api.ts';
import { portalMessagesApi } from './people/portal-messages/api.ts';
import { teamApi } from './people/team/api.ts';
import { agentsApi } from './screens/agents/serving/api.ts';
import { tools } from './screens/agents/tools.ts';
import { allAccountsApi } from './screens/all-accounts/api.ts';
import { dashboardApi } from './screens/dashboard/api.ts';
import { aliasesApi } from './screens/import-export/imports/aliases/api.ts';
import { importsApi } from './screens/import-export/imports/api.ts';
import { searchApi } from './screens/search/api.ts';
import { v1Api } from './screens/v1/api.ts';
import { commentsApi } from './shared/comments/api.ts';
import { connectionsApi } from './shared/connections/api.ts';
import { importChoicesApi } from './shared/connections/import-choices/api.ts';
import { scheduleApi } from './shared/connections/schedule/api.ts';
import { syncOptionsApi } from './shared/connections/sync-options/api.ts';
import { consentApi } from './shared/connections/trying/consent/api.ts';
import { webhooksApi } from './shared/connections/webhooks/webhooks.ts';
import { exportsApi } from './shared/exports/api.ts';
import { filesApi } from './shared/files/api.ts';
import { issuesApi } from './shared/issues/api.ts';
import { liveApi } from './shared/live/api.ts';
import { runsApi } from './shared/runs/api.ts';
import { proposedRunsApi } from './shared/runs/proposed/api.ts';
import { undoRunsApi } from './shared/runs/undo-api.ts';
import { supportApi } from './shared/support/api.ts';
import { tagsApi } from './shared/tags/api.ts';
import { viewsApi } from './shared/views/api.ts';
import { eventSubscriptionsApi } from './shared/webhooks/api.ts';

/** Every JSON call of the product, one line per feature. */
export const apis: readonly ((app: FastifyInstance, parts: Services) => void)[] = [
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
  undoRunsApi(allNouns),
  proposedRunsApi(allNouns),
  issuesApi,
  remediesApi,
  connectionsApi,
  consentApi,
  scheduleApi,
  syncOptionsApi,
  importChoicesApi,
  itemsApi,
  connectorProductsApi,
  listingsApi,
  stockPushesApi,
  shortCountsApi,
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
  exportsApi(allNouns),
  itemsExportsApi,
  importsApi,
  aliasesApi,
  viewsApi(allNouns),
  departmentsApi,
  portalMessagesApi,
  teamApi,
  keysApi,
  connectedAgentsApi,
  auditApi,
  allAccountsApi,
  supportApi,
  commentsApi(allNouns),
  tagsApi(allNouns),
  manageTagsApi,
  notificationsApi,
  eventSubscriptionsApi,
  v1Api,
  agentsApi(tools),
];
