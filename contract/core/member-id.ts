/** A member's public id, as it stands in addresses. */
export const memberIdShape = /^\d{1,12}$/
