import type { Settings } from '../../../connectors/contract.ts';
import { demoSecrets } from '../../shared/connections/settings/demo-secrets.ts';

/**
 * A connection of the demo to the sandbox. `services`: the shop's shipping codes, and how the warehouse sends them; null is left for a
 * person.
 */
export type DemoConnection = { connector: string; label: string; settings: Settings; services?: Services };
type Services = Record<string, [method: string | null, description: string]>;

/** The warehouse, and the two channels that the demo sells through: one is read by date, the other is a queue. */
export function demoConnections(origin: string): DemoConnection[] {
  return [
    {
      ...{ connector: 'amware', label: 'Amware' },
      settings: { ...demoSecrets.amware, base_url: `${origin}/amware` },
    },
    {
      ...{ connector: 'ship_station', label: 'ShipStation', services: shipStationServices },
      settings: {
        ...{ ...demoSecrets.ship_station, api_origin: `${origin}/ship-station` },
        ...{ currency: 'GBP', po_number_field: 'customField1' },
      },
    },
    {
      ...{ connector: 'channel_advisor', label: 'ChannelAdvisor', services: channelAdvisorServices },
      settings: {
        ...demoSecrets.channel_advisor,
        ...{ profile_id: '12000001', api_origin: `${origin}/channel-advisor` },
      },
    },
  ];
}

const shipStationServices: Services = {
  rm_tracked_24: ['RM24', 'Royal Mail Tracked 24'],
  rm_tracked_48: ['RM48', 'Royal Mail Tracked 48'],
  rm_international_tracked: ['RMINT', 'Royal Mail International Tracked'],
  ups_standard: ['UPSST', 'UPS Standard'],
  ups_worldwide_saver: ['UPSWS', 'UPS Worldwide Saver'],
  dhl_express_worldwide: ['DHLEXP', 'DHL Express Worldwide'],
  fedex_international_priority: ['FDXIP', 'FedEx International Priority'],
  rm_special_delivery_1pm: [null, 'Royal Mail Special Delivery by 1pm'],
};
const channelAdvisorServices: Services = {
  'RoyalMail TRACKED24': ['RM24', 'RoyalMail TRACKED24'],
  'RoyalMail TRACKED48': ['RM48', 'RoyalMail TRACKED48'],
  'RoyalMail INTLTRACKED': ['RMINT', 'RoyalMail INTLTRACKED'],
  'UPS STANDARD': ['UPSST', 'UPS STANDARD'],
  'UPS WORLDWIDESAVER': ['UPSWS', 'UPS WORLDWIDESAVER'],
  'DHL EXPRESS': ['DHLEXP', 'DHL EXPRESS'],
  'FEDEX INTLPRIORITY': ['FDXIP', 'FEDEX INTLPRIORITY'],
};
