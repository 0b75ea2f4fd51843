import { defineConfig } from 'vitest/config'
import project, { setupFiles } from '../../vite.config.ts'

/**
 * The tests of all Vitest projects as one, for Stryker: the patterns in MUTANTS_TESTS, which run.ts sets. With several projects it reported mutants
 * as survivors that the same tests kill.
 */
export default defineConfig((env) => ({
  ...project(env),
  test: {
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    include: process.env['MUTANTS_TESTS']!.split(';'),
    // Simulations would run again for every mutant, minutes each. Stryker runs tests in a thread, which cannot have a time zone of its own.
    exclude: ['src/dashboard/**/*-simulation.test.ts', 'src/engine/analysis/activity.test.ts'],
    globalSetup: 'src/service/testing/postgres.ts',
    setupFiles,
  },
}))
