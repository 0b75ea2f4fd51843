import { expect, test } from 'vitest'
import { fieldErrors, invalid, Refusal, refusalBody } from './refusal.ts'

test('the status follows from the code, unless it is given', () => {
  expect(new Refusal('too_many_reads', 'Wait.').status).toBe(429)
  expect(new Refusal('too_many_reads', 'Wait.', { status: 503 }).status).toBe(503)
})

test('the body names the fields and the service’s message only if there are any', () => {
  expect(refusalBody(new Refusal('not_found', 'Nothing.'))).toEqual({ status: false, code: 'not_found', message: 'Nothing.' })
  const details = { errors: { name: ['is missing'] }, serviceMessage: 'No.' }
  expect(refusalBody(new Refusal('invalid', 'Wrong.', details))).toMatchObject({ errors: details.errors, said: 'No.' })
})

test('issues are grouped by field, and an issue of a whole part has the part’s name', () => {
  const issues = [
    { path: ['name'], message: 'is too long' },
    { path: ['name'], message: 'is empty' },
    { path: ['answers', 1], message: 'is missing' },
    { path: [], message: 'must be an object' },
  ]
  expect(fieldErrors({ body: issues })).toEqual({
    name: ['is too long', 'is empty'],
    'answers.1': ['is missing'],
    body: ['must be an object'],
  })
})

test('a request made of nothing but mistakes is not answered with more than was sent', () => {
  const issues = Array.from({ length: 1000 }, (_, index) => ({ path: [index], message: 'is wrong' }))
  const errors = fieldErrors({ body: issues })
  expect(Object.keys(errors)).toHaveLength(70)
  expect(invalid(errors).message).toBe('The request is not valid. 0: is wrong; 1: is wrong; 2: is wrong')
})
