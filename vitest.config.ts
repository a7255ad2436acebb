import { defineConfig } from 'vitest/config';

export default defineConfig({
  // No test asserts a time, so all cores may work.
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/browser/provide-chromium.ts',
    setupFiles: 'test/typed-array-equality.ts',
    testTimeout: 120_000,
    reporters: ['default'],
    maxWorkers: '100%',
  },
});
