import { defineConfig } from 'vitest/config'
import project from '../../vite.config.ts'

/** The tests of the project as one, for Stryker: the patterns in MUTANTS_TESTS, which run.ts sets. */
export default defineConfig((env) => ({
  ...project(env),
  test: {
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    include: process.env['MUTANTS_TESTS']!.split(';'),
    // Simulations take minutes, for every mutant anew.
    exclude: ['src/dashboard/**/*-simulation.test.ts'],
    globalSetup: 'src/service/testing/postgres.ts',
  },
}))
