import { offer } from '../../platform/processes/shared-process.ts';

// Longer than the test gives its work.
const loadedAt = Date.now() + 3_500;
while (Date.now() < loadedAt);

offer({ go: async () => null });
