import { defineConfig } from 'vitest/config'
import project from '../../vite.config.ts'

/** The tests of the project as one, for Stryker: below the folder in MUTANTS_TESTS. */
export default defineConfig((env) => ({
  ...project(env),
  test: {
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    include: [`${process.env['MUTANTS_TESTS']}/**/*.test.{ts,tsx}`],
    // Simulations take minutes, for every mutant anew.
    exclude: ['src/dashboard/**/*-simulation.test.ts'],
    globalSetup: 'src/service/testing/postgres.ts',
  },
}))
