/** Defaults, as `create-next-app` has them, but for the root: the folder lies inside another project's. */
const config = { turbopack: { root: import.meta.dirname } }

export { config as default }
