/** What the fields of an account and of its social settings are called, in their forms and in the record of changes. */

export const profileLabels = {
  name: 'Full name',
  email: 'E-mail',
  company: 'Company',
  countryId: 'Country',
  address: 'Street',
  unit: 'Unit or floor',
  city: 'City',
  state: 'State',
  zipCode: 'Zip code',
  reservedName: 'Reserved name',
  paymentEmail: 'Payment e-mail',
}

export const socialLabels = {
  social: 'Social settings',
  networkOneLink: 'Link to share',
  networkTwoName: 'Handle',
}
