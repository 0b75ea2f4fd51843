import packageFile from '../../package.json' with { type: 'json' }

/** The version of this release of Roomkeeper. */
export const release = packageFile.version
