const netsuiteKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOruSKvJxO8JBlesA
aLWyJnsHzmWHWoduGF8CHifKcQuhRANCAAS5I+wVSsAe4i1aHqshMym766L4pX41
C9SJdXyhZpWXOHl31rK3KSuWXbSjFLCc79Lelcl+++vsTETkFsKzpBK+
-----END PRIVATE KEY-----`;

/** The keys of the demo's accounts at the sandbox, by connector. They open nothing else. */
export const demoSecrets: Record<string, Record<string, string>> = {
  amware: { api_key: 'demo-amware-key', webhook_secret: 'demo-webhook-secret' },
  ship_station: { api_key: 'demo-key', api_secret: 'demo-secret' },
  channel_advisor: {
    application_id: 'demo-application',
    shared_secret: 'demo-shared-secret',
    refresh_token: 'demo-refresh-token',
  },
  netsuite: { private_key: netsuiteKey },
  shipbob: { token: 'demo-shipbob-token' },
  extensiv: { client_secret: 'demo-extensiv-secret' },
};
