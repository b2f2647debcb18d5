export interface paths {
  '/api/v1/fabrics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['searchFabricCatalog']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/supplies': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['browseSupplies']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/projects': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listProjects']
    put?: never
    post: operations['createProject']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/assets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listAssets']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/quilts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listQuilts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/blocks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['listBlocks']
    put?: never
    post: operations['createBlock']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/assets/{resource}/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['getAsset']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/quilts/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['getQuilt']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/blocks/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['getBlock']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get: operations['getAuthMe']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    SearchFabricCatalogAnswer: {
      success: true
      data: {
        fabrics: {
          id: string
          name: string
          manufacturer: string
          collection: string
          sku?: string
          colorHex?: string
          thumbnailUrl?: string
          libraryUrl: string
        }[]
        cursor: string | null
        truncated: boolean
        libraryUrl: string
      }
    }
    BrowseSuppliesAnswer: {
      success: true
      data: {
        category:
          | 'fabric-brands'
          | 'fabric-types'
          | 'batting-materials'
          | 'batting-brands'
          | 'precuts'
          | 'rotary-cutters'
          | 'rulers'
          | 'cutting-mats'
          | 'quilting-machines'
          | 'machine-brands'
        items: {
          slug: string
          name: string
          summary: string
          bestFor?: string
          priceRange?: string
          guideUrl: string
          retailers?: {
            name: string
            url: string
          }[]
        }[]
        totalMatching: number
        truncated: boolean
      }
    }
    ListProjectsAnswer: {
      success: true
      data: {
        projects: {
          id: string
          name: string
          url: string
          archived?: boolean
        }[]
        cursor: string | null
        truncated: boolean
        projectsUrl: string
      }
    }
    CreateProjectAnswer: {
      success: true
      data: {
        projectId: string
        name: string
        url: string
        projectsUrl: string
      }
    }
    ListAssetsAnswer: {
      success: true
      data: {
        resource: 'blocks' | 'quilts' | 'swatches' | 'patterns'
        assets: {
          id: string
          name: string
          url: string
          width?: number
          height?: number
          gridRows?: number
          gridCols?: number
          blockSize?: number
          shapeCount?: number
          projectId?: string
          colorHex?: string
          layoutMode?: string
          tags?: string[]
          archived?: boolean
        }[]
        cursor: string | null
        truncated: boolean
      }
    }
    GetAssetAnswer: {
      success: true
      data: {
        resource: 'blocks' | 'quilts' | 'swatches' | 'patterns'
        asset: {
          id: string
          name: string
          url: string
          width?: number
          height?: number
          gridRows?: number
          gridCols?: number
          blockSize?: number
          shapeCount?: number
          projectId?: string
          colorHex?: string
          layoutMode?: string
          tags?: string[]
          archived?: boolean
          description?: string
          geometry?: unknown
          geometryStatus?: string
        }
        url: string
        untrustedContent: boolean
      }
    }
    CreateBlockAnswer: {
      success: true
      data: {
        blockId: string
        name: string
        url: string
        finishedWidthInches: number
        finishedHeightInches: number
      }
    }
    GetAuthMeAnswer: {
      success: true
      data: {
        authenticated: boolean
        userId?: string
      }
    }
    Failure: {
      success: false
      error: {
        code:
          | 'invalid_argument'
          | 'invalid_json'
          | 'invalid_cursor'
          | 'invalid_request'
          | 'unauthorized'
          | 'invalid_token'
          | 'insufficient_scope'
          | 'origin_not_allowed'
          | 'not_found'
          | 'method_not_allowed'
          | 'payload_too_large'
          | 'unsupported_media_type'
          | 'rate_limited'
          | 'internal_error'
          | 'api_disabled'
          | 'catalog_unavailable'
          | 'auth_unavailable'
          | 'accounts_unavailable'
          | 'overloaded'
        message: string
        retryAfter?: number
      }
    }
  }
  responses: {
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    TooManyRequests: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After': number
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    InternalServerError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    ServiceUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'Retry-After'?: number
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        'WWW-Authenticate': components['headers']['WWW-Authenticate']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id']
        RateLimit: components['headers']['RateLimit']
        'RateLimit-Policy': components['headers']['RateLimit-Policy']
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Failure']
      }
    }
  }
  parameters: {
    IdempotencyKey: string
  }
  requestBodies: never
  headers: {
    'X-Request-Id': string
    RateLimit: string
    'RateLimit-Policy': string
    'WWW-Authenticate': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  searchFabricCatalog: {
    parameters: {
      query?: {
        query?: string
        manufacturer?: string
        collection?: string
        limit?: number
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchFabricCatalogAnswer']
        }
      }
      400: components['responses']['BadRequest']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  browseSupplies: {
    parameters: {
      query: {
        category:
          | 'fabric-brands'
          | 'fabric-types'
          | 'batting-materials'
          | 'batting-brands'
          | 'precuts'
          | 'rotary-cutters'
          | 'rulers'
          | 'cutting-mats'
          | 'quilting-machines'
          | 'machine-brands'
        query?: string
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BrowseSuppliesAnswer']
        }
      }
      400: components['responses']['BadRequest']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listProjects: {
    parameters: {
      query?: {
        query?: string
        limit?: number
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListProjectsAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  createProject: {
    parameters: {
      query?: never
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          name: string
          description?: string
        }
      }
    }
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateProjectAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listAssets: {
    parameters: {
      query: {
        resource: 'blocks' | 'quilts' | 'swatches' | 'patterns'
        projectId?: string
        query?: string
        limit?: number
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListAssetsAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listQuilts: {
    parameters: {
      query?: {
        projectId?: string
        query?: string
        limit?: number
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListAssetsAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  listBlocks: {
    parameters: {
      query?: {
        projectId?: string
        query?: string
        limit?: number
        cursor?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ListAssetsAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  createBlock: {
    parameters: {
      query?: never
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          name: string
          finishedWidthInches: number
          finishedHeightInches: number
        }
      }
    }
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreateBlockAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      403: components['responses']['Forbidden']
      413: components['responses']['PayloadTooLarge']
      415: components['responses']['UnsupportedMediaType']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getAsset: {
    parameters: {
      query?: {
        includeGeometry?: boolean
      }
      header?: never
      path: {
        resource: 'blocks' | 'quilts' | 'swatches' | 'patterns'
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetAssetAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getQuilt: {
    parameters: {
      query?: {
        includeGeometry?: boolean
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetAssetAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getBlock: {
    parameters: {
      query?: {
        includeGeometry?: boolean
      }
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetAssetAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      404: components['responses']['NotFound']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
  getAuthMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GetAuthMeAnswer']
        }
      }
      400: components['responses']['BadRequest']
      401: components['responses']['Unauthorized']
      429: components['responses']['TooManyRequests']
      500: components['responses']['InternalServerError']
      503: components['responses']['ServiceUnavailable']
    }
  }
}
